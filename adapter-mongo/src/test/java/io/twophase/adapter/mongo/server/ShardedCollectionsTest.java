package io.twophase.adapter.mongo.server;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.ports.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a cluster, what is spread over the shards by another field than its id takes no part. */
class ShardedCollectionsTest {

  private static final String WHY =
      "is sharded by customer and not by _id alone: its shards do not keep an _id unique, and a"
          + " write that names only the _id may miss its document";

  @AutoClose private final FaultyServer server = FaultyServer.standalone();
  private final MongoClient client = server.client("");

  /** By which fields collections are sharded: all others are on one shard. */
  private final Map<String, String> keys = new HashMap<>();

  @BeforeEach
  void beARouter() {
    for (String greeting : List.of("isMaster", "ismaster", "hello")) {
      server.on(greeting, (sound, asked) -> sound.apply(asked).append("msg", "isdbgrid"));
    }
    server.on("find", FaultyServer.where("$db", "config", (sound, asked) -> catalogue(asked)));
  }

  private Document catalogue(Document asked) {
    String namespace = (String) ((Document) asked.get("filter")).get("_id");
    return FaultyServer.found(
        Optional.ofNullable(keys.get(namespace)).stream()
            .map(field -> new Document("key", new Document(field, 1)))
            .toList());
  }

  private void shard(String collection, String field) {
    client.getDatabase("bank").createCollection(collection);
    keys.put("bank." + collection, field);
  }

  /** As for a login without the right to read by which fields collections are sharded. */
  private void closeBook() {
    server.on("find", FaultyServer.where("$db", "config", FaultyServer.error(13)));
  }

  private MongoStore store(MongoStoreSettings settings) {
    return Servers.bank(client, settings.withProbe(false));
  }

  private Holding holding() {
    return new Holding(store(MongoStoreSettings.defaults()));
  }

  private MongoCollection<BsonDocument> orders() {
    return Servers.bank(client, "orders");
  }

  private static DocumentRef ref(int n) {
    return order("o" + n);
  }

  private static List<Placing> inserts() {
    return IntStream.range(0, 10)
        .mapToObj(n -> on("t" + n, insert(ref(n), fields("customer", "c" + n))))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsHeldInACollectionThatIsShardedByAnotherField(boolean trusted) {
    shard("orders", "customer");
    MongoStoreSettings settings = MongoStoreSettings.defaults();
    Holding holding =
        new Holding(
            store(trusted ? settings.withTrustedCollections(ref(1).collection()) : settings));

    List<Answer> told = holding.place(inserts());

    for (int n = 0; n < 10; n++) {
      assertThat(told.get(n))
          .isEqualTo(Answer.refused(new DocumentRefusal.UnsafeCollection(ref(n), WHY)));
    }
    assertThat(orders().countDocuments()).isZero();
  }

  @Test
  void whatIsShardedByItsIdsTakesPart() {
    shard("orders", "_id");
    Holding holding = holding();

    holding.held(inserts());
    assertThat(holding.settle(inserts())).containsOnly(MatchOutcome.MATCHED);

    assertThat(IntStream.range(0, 10).mapToObj(n -> holding.document(ref(n)).fields()))
        .isEqualTo(IntStream.range(0, 10).mapToObj(n -> fields("customer", "c" + n)).toList());
    assertThat(orders().countDocuments(BsonDocument.parse("{customer: {$exists: true}}")))
        .isEqualTo(10);
  }

  @Test
  void whatNobodyMaySayTheKeyOfTakesNoPart() {
    shard("orders", "_id");
    closeBook();

    assertThat(holding().refusal(inserts().get(0)))
        .asString()
        .contains("grant it find on config.collections", "withTrustedCollections", "made to fail");
  }

  @Test
  void ofATrustedCollectionTheKeyNeedNotBeReadable() {
    shard("orders", "_id");
    closeBook();
    MongoStoreSettings trusting =
        MongoStoreSettings.defaults().withTrustedCollections(order("o1").collection());

    new Holding(store(trusting)).held(inserts());
  }

  @ParameterizedTest
  @ValueSource(strings = {"accounts", "transactions", "transactions_events", "twophase_owners"})
  void aStoreKeepsNothingInACollectionThatIsShardedByAnotherField(String own) {
    shard(own, "customer");

    assertThatThrownBy(() -> store(MongoStoreSettings.defaults()))
        .isInstanceOf(StoreException.class)
        .hasMessageEndingWith("is not used: the collection bank." + own + " " + WHY);
  }

  @Test
  void aStoreIsUsedThatIsShardedByItsIds() {
    for (String own : List.of("accounts", "transactions")) {
      shard(own, "_id");
    }
    assertThatCode(() -> store(MongoStoreSettings.defaults())).doesNotThrowAnyException();
  }
}
