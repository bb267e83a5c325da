package io.twophase.adapter.mongo.participant;

import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.leg;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.value.Value;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No hold is sent to a collection before all know that it takes part. */
class CollectionRegistryTest {

  private static final FaultyServer SERVER = FaultyServer.replicaSet();
  private static final MongoClient CLIENT = SERVER.client("");
  private static final CollectionName ORDERS = CollectionName.of("orders");

  @AfterAll
  static void stop() {
    CLIENT.close();
    SERVER.close();
  }

  @BeforeEach
  void reset() {
    SERVER.reset();
  }

  private static DocumentRepository process() {
    return MongoStore.using(CLIENT, "bank", MongoStoreSettings.defaults()).documents();
  }

  private static DocumentHoldOutcome hold(DocumentRepository documents, CollectionName... names) {
    return documents
        .hold(
            List.of(names).stream()
                .map(name -> leg("t", 1, absent(name.document(new Value.Int32(1)))))
                .toList())
        .get(0);
  }

  private static void strike(FaultyServer.Fault fault) {
    SERVER.on(
        "insert",
        (sound, command) ->
            MongoStore.COLLECTIONS.equals(command.get("insert"))
                ? fault.answer(sound, command)
                : sound.apply(command));
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
    DocumentRepository first = process();
    CollectionName elsewhere = ORDERS.inDatabase("shop");
    hold(first, ORDERS);
    assertThat(commandsOnTheRegistry()).isEqualTo(1);
    hold(first, ORDERS, ORDERS);
    assertThat(commandsOnTheRegistry()).isEqualTo(1);

    DocumentRepository second = process();
    assertThat(second.collections()).containsExactly(ORDERS);
    hold(second, ORDERS);
    assertThat(commandsOnTheRegistry()).isEqualTo(3);
    hold(second, elsewhere);
    assertThat(first.collections()).containsExactly(ORDERS, elsewhere);
  }

  @Test
  void whereTheNameIsNotConfirmedNothingIsHeld() {
    DocumentRepository documents = process();
    strike(FaultyServer.unconfirmed(64));

    assertThatThrownBy(() -> hold(documents, ORDERS))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("collection orders takes part")
        .hasMessageContaining("nothing was held");
    strike(FaultyServer.error(13));
    assertThatThrownBy(() -> hold(documents, ORDERS)).isInstanceOf(StoreException.class);

    assertThat(SERVER.received("insert"))
        .noneMatch(command -> "orders".equals(command.get("insert")));
    SERVER.heal();
    assertThat(hold(documents, ORDERS)).isEqualTo(DocumentHoldOutcome.held());
  }

  @Test
  void aNameThatAnotherHasStoredIsConfirmedByAMajority() {
    hold(process(), ORDERS);
    DocumentRepository second = process();
    SERVER.on("findAndModify", FaultyServer.unconfirmed(64));

    assertThatThrownBy(() -> hold(second, ORDERS))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("could not be confirmed by a majority");

    assertThat(SERVER.received("insert"))
        .filteredOn(command -> "orders".equals(command.get("insert")))
        .hasSize(1);
    SERVER.heal();
    assertThat(hold(second, ORDERS)).isInstanceOf(DocumentHoldOutcome.Present.class);
  }

  /** A sweep could read it as little as the hold could. */
  @Test
  void aCollectionThatCannotBeReadIsNotNamed() {
    DocumentRepository documents = process();
    SERVER.on(
        "listCollections",
        (sound, command) ->
            "shpo".equals(command.get("$db"))
                ? FaultyServer.error(13).answer(sound, command)
                : sound.apply(command));

    assertThat(hold(documents, ORDERS.inDatabase("shpo")))
        .asString()
        .contains("UnsafeCollection", "shpo.orders", "cannot be inspected");
    assertThat(documents.collections()).isEmpty();
    assertThat(hold(documents, ORDERS)).isEqualTo(DocumentHoldOutcome.held());
    assertThat(documents.collections()).containsExactly(ORDERS);
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
