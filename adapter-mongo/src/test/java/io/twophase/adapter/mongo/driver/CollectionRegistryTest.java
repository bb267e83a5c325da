package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.absent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.value.Value;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No hold is sent to a collection before all know that it takes part. */
class CollectionRegistryTest {

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.replicaSet();
  private static final MongoClient CLIENT = SERVER.client("");
  private static final CollectionName ORDERS = CollectionName.of("orders");

  private static Holds process() {
    return Servers.bank(CLIENT).holds();
  }

  private static List<Placing> asked(CollectionName... names) {
    return Stream.of(names)
        .map(name -> on("t", absent(name.document(new Value.Int32(1)))))
        .toList();
  }

  private static Answer.Kind hold(Holds holds, CollectionName... names) {
    return holds.place(asked(names)).get(0).kind();
  }

  private static void strike(FaultyServer.Fault fault) {
    SERVER.on("insert", FaultyServer.where("insert", MongoStore.COLLECTIONS, fault));
  }

  private static long commandsOnTheRegistry() {
    return SERVER.received("insert").stream()
            .filter(command -> MongoStore.COLLECTIONS.equals(command.get("insert")))
            .count()
        + SERVER.received("findAndModify").stream()
            .filter(command -> MongoStore.COLLECTIONS.equals(command.get("findAndModify")))
            .count();
  }

  @Test
  void aProcessWritesTheNameOnceAndAllKnowIt() {
    Holds first = process();
    CollectionName elsewhere = ORDERS.inDatabase("shop");
    hold(first, ORDERS);
    assertThat(commandsOnTheRegistry()).isEqualTo(1);
    hold(first, ORDERS, ORDERS);
    assertThat(commandsOnTheRegistry()).isEqualTo(1);

    Holds second = process();
    assertThat(second.collections()).containsExactly(ORDERS);
    hold(second, ORDERS);
    assertThat(commandsOnTheRegistry()).isEqualTo(3);
    hold(second, elsewhere);
    assertThat(first.collections()).containsExactly(ORDERS, elsewhere);
  }

  @Test
  void whereTheNameIsNotConfirmedNothingIsHeld() {
    Holds holds = process();
    strike(FaultyServer.unconfirmed(64));

    assertThatThrownBy(() -> hold(holds, ORDERS))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("collection orders takes part")
        .hasMessageContaining("nothing was held");
    strike(FaultyServer.error(13));
    assertThatThrownBy(() -> hold(holds, ORDERS)).isInstanceOf(StoreException.class);

    assertThat(SERVER.received("insert"))
        .noneMatch(command -> "orders".equals(command.get("insert")));
    SERVER.heal();
    assertThat(hold(holds, ORDERS)).isEqualTo(Answer.Kind.HELD);
  }

  @Test
  void aNameThatAnotherHasStoredIsConfirmedByAMajority() {
    hold(process(), ORDERS);
    Holds second = process();
    SERVER.on("findAndModify", FaultyServer.unconfirmed(64));

    assertThatThrownBy(() -> hold(second, ORDERS))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("could not be confirmed by a majority");

    assertThat(SERVER.received("insert"))
        .filteredOn(command -> "orders".equals(command.get("insert")))
        .hasSize(1);
    SERVER.heal();
    assertThat(hold(second, ORDERS)).isEqualTo(Answer.Kind.PRESENT);
  }

  /** A sweep could read it as little as the hold could. */
  @Test
  void aCollectionThatCannotBeReadIsNotNamed() {
    Holds holds = process();
    SERVER.on("listCollections", FaultyServer.where("$db", "shpo", FaultyServer.error(13)));

    assertThat(holds.place(asked(ORDERS.inDatabase("shpo"))).get(0))
        .asString()
        .contains("UnsafeCollection", "shpo.orders", "cannot be inspected");
    assertThat(holds.collections()).isEmpty();
    assertThat(hold(holds, ORDERS)).isEqualTo(Answer.Kind.HELD);
    assertThat(holds.collections()).containsExactly(ORDERS);
  }

  @Test
  void whatIsNoNameIsToldOf() {
    CLIENT
        .getDatabase("bank")
        .getCollection(MongoStore.COLLECTIONS, BsonDocument.class)
        .insertOne(BsonDocument.parse("{_id: {database: 'shop'}}"));

    assertThatThrownBy(() -> process().collections())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("twophase_collections")
        .hasMessageContaining("names no collection");
  }
}
