package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.adapter.mongo.UnsafeStoreException;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** All processes of a store name one home, and no two stores name the same. */
class HomesTest {

  private static final MongoStoreSettings WEST = Servers.QUIET.withClusterName("west");
  private static final CollectionName ORDERS = CollectionName.of("orders");

  @AutoClose private final Side west = new Side();
  @AutoClose private final Side north = new Side();
  @AutoClose private final Side east = new Side();

  /** A server of its own. */
  private static final class Side {
    private final MongoServer server = new MongoServer(new MemoryBackend());
    private final MongoClient client = MongoClients.create(server.bindAndGetConnectionString());

    private MongoStore open(MongoStoreSettings settings) {
      return Servers.bank(client, settings);
    }

    private BsonDocument find(String collection) {
      return Servers.bank(client, collection).find().first();
    }

    void close() {
      client.close();
      server.shutdownNow();
    }
  }

  private Store withEast(MongoStore own) {
    return own.withClusters(
        Map.of("east", ParticipantCluster.using("east", east.client, "shop", Servers.QUIET)));
  }

  private static Answer hold(Store store, CollectionName collection, String id) {
    return store
        .holds()
        .place(List.of(Requests.on(id, insert(collection.document(id), fields("n", 1)))))
        .get(0);
  }

  private static void assertHeld(Answer answer) {
    assertThat(answer.kind()).isEqualTo(Answer.Kind.HELD);
  }

  private static String refusal(Answer answer) {
    assertThat(answer.reason().orElseThrow()).isInstanceOf(DocumentRefusal.UnsafeCollection.class);
    return answer.reason().orElseThrow().message();
  }

  @Test
  void whoOpensAStoreWithoutANameUsesWhatIsRecorded() {
    assertThat(west.open(WEST).home().name()).isEqualTo("west:bank.transactions");

    assertThat(west.open(Servers.QUIET).home().name()).isEqualTo("west:bank.transactions");
    assertThat(withEast(west.open(Servers.QUIET)).home().name())
        .isEqualTo("west:bank.transactions");
    assertThat(withEast(west.open(WEST)).home().name()).isEqualTo("west:bank.transactions");
  }

  @Test
  void anotherNameIsRefusedAndWhatIsRecordedSaid() {
    west.open(WEST);
    north.open(Servers.QUIET);

    assertThatThrownBy(() -> west.open(Servers.QUIET.withClusterName("north")))
        .isInstanceOf(UnsafeStoreException.class)
        .hasMessage(
            "the holds on documents name the home west:bank.transactions (twophase_settings), so it"
                + " cannot be opened as north:bank.transactions: open it without a cluster name, or"
                + " as cluster west; the recorded home is used either way");
    assertThatThrownBy(() -> north.open(WEST))
        .isInstanceOf(UnsafeStoreException.class)
        .hasMessageContaining("name the home bank.transactions (twophase_settings)")
        .hasMessageContaining("open it without a cluster name");
    assertThat(north.open(Servers.QUIET).home().name()).isEqualTo("bank.transactions");
  }

  @Test
  void whatIsRecordedAndCannotBeReadIsToldOf() {
    Servers.bank(west.client, "twophase_settings")
        .insertOne(BsonDocument.parse("{_id: 'transactions', home: 'west'}"));

    assertThatThrownBy(() -> west.open(Servers.QUIET))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("home: 'west' of transactions");
  }

  @Test
  void aCopyOfADatabaseIsAnotherStoreUnlessDocumentsWereHeld() {
    assertHeld(hold(west.open(WEST), ORDERS, "a"));
    north.open(Servers.QUIET);
    copy(west);
    copy(north);

    assertThatThrownBy(() -> MongoStore.using(west.client, "copy", Servers.QUIET))
        .isInstanceOf(UnsafeStoreException.class)
        .hasMessageContaining("name the home west:bank.transactions (twophase_settings)")
        .hasMessageContaining("cannot be opened as copy.transactions")
        .hasMessageContaining("restore it under its own name");
    assertThat(MongoStore.using(north.client, "copy", Servers.QUIET).home().name())
        .isEqualTo("copy.transactions");
    assertThat(MongoStore.using(north.client, "copy", Servers.QUIET).home().name())
        .isEqualTo("copy.transactions");
  }

  private static void copy(Side side) {
    for (String name : side.client.getDatabase("bank").listCollectionNames()) {
      List<BsonDocument> all = Servers.bank(side.client, name).find().into(new ArrayList<>());
      if (!all.isEmpty()) {
        MongoNamespace target = new MongoNamespace("copy", name);
        side.client
            .getDatabase(target.getDatabaseName())
            .getCollection(target.getCollectionName(), BsonDocument.class)
            .insertMany(all);
      }
    }
  }

  @Test
  void twoStoresOfOneHomeDoNotHoldInOneDatabase() {
    CollectionName there = ORDERS.onCluster("east");
    Store first = withEast(west.open(Servers.QUIET));
    Store second = withEast(north.open(Servers.QUIET));
    assertHeld(hold(first, there, "a"));

    assertThat(refusal(hold(second, there, "b")))
        .contains("another store has held documents as bank.transactions (twophase_homes)")
        .contains("withClusterName");
    assertThat(refusal(hold(second, there, "b"))).contains("another store");
    assertHeld(hold(second, there.inDatabase("other"), "b"));
    assertHeld(hold(second, ORDERS, "b"));
    assertHeld(hold(withEast(west.open(Servers.QUIET)), there, "c"));
  }

  @Test
  void soTheyAreNamedApart() {
    CollectionName there = ORDERS.onCluster("east");
    assertHeld(hold(withEast(west.open(WEST)), there, "a"));
    assertHeld(hold(withEast(north.open(Servers.QUIET.withClusterName("north"))), there, "b"));
  }

  @Test
  void theMarksTakeNoPart() {
    Store store = west.open(Servers.QUIET);
    assertHeld(hold(store, ORDERS, "a"));

    assertThat(refusal(hold(store, CollectionName.of(HomeMarks.COLLECTION), "b")))
        .contains("is one of the store's own");
    assertThat(west.find(HomeMarks.COLLECTION).keySet()).containsExactly("_id", "store");
  }
}
