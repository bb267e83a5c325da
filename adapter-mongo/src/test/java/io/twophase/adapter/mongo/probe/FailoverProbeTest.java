package io.twophase.adapter.mongo.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failover in the middle of the probe says nothing against the server. */
class FailoverProbeTest {

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.replicaSet();
  private static final MongoClient CLIENT = SERVER.client("");

  private static final Document MATCHED =
      new Document("ok", 1.0).append("n", 1).append("nModified", 1);

  /** A read of a new primary that does not show yet what was written before. */
  @ParameterizedTest(name = "read {0}")
  @ValueSource(ints = {10, 20, 30, 40})
  void aServerOfWhichOneReadIsOldPasses(int old) {
    AtomicInteger finds = new AtomicInteger();
    SERVER.on(
        "find",
        (sound, command) ->
            finds.incrementAndGet() == old ? FaultyServer.found(List.of()) : sound.apply(command));

    assertThatCode(() -> Servers.bank(CLIENT, MongoStoreSettings.defaults()))
        .doesNotThrowAnyException();
    assertThat(finds).hasValueGreaterThan(old);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void aServerThatKeepsAllUpdatesPasses(long seed) {
    Replication failing = Replication.lagging(seed).withFailoverEvery(25).withUnansweredOneIn(25);
    try (TransactionServer server = TransactionServer.start(failing);
        MongoClient client = MongoClients.create(server.replicaSetUri())) {
      for (int at = 0; at < 5; at++) {
        Probe.run(
            client
                .getDatabase("bank" + at)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadConcern(ReadConcern.MAJORITY),
            new DriverErrors("failing"));
      }

      assertThat(server.failovers()).isPositive();
      assertThat(server.unanswered()).isPositive();
    }
  }

  /** The first update of each of three documents is undone. */
  @Test
  void anUpdateThatAFailoverUndidIsNoFault() {
    Set<Object> documents = ConcurrentHashMap.newKeySet();
    SERVER.on(
        "update",
        (sound, command) ->
            documents.size() < 3 && documents.add(query(command).get("_id"))
                ? FaultyServer.unconfirmed(64).answer(undoing -> MATCHED.clone(), command)
                : sound.apply(command));

    assertThatCode(FailoverProbeTest::race).doesNotThrowAnyException();
    assertThat(documents).hasSize(3);
  }

  @Test
  void aServerThatChecksNoGuardIsRefusedThoughAMajorityIsLateAtFirst() {
    FaultyServer.Fault late = FaultyServer.once(FaultyServer.unconfirmed(64));
    SERVER.on(
        "update",
        (sound, command) -> {
          query(command).remove("turn");
          return late.answer(sound, command);
        });

    assertThatThrownBy(FailoverProbeTest::race)
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining("both of two racing updates of one document matched");
  }

  /** The store's own writes will say so. */
  @Test
  void aMajorityThatIsLateInEachRaceIsNoFault() {
    AtomicInteger updates = new AtomicInteger();
    SERVER.on(
        "update",
        (sound, command) -> {
          updates.incrementAndGet();
          return FaultyServer.unconfirmed(64).answer(sound, command);
        });

    assertThatCode(FailoverProbeTest::race).doesNotThrowAnyException();
    assertThat(updates).hasValue(16);
  }

  private static Document query(Document command) {
    Document update = (Document) ((List<?>) command.get("updates")).get(0);
    return (Document) update.get("q");
  }

  private static void race() {
    Probe.run(CLIENT.getDatabase("bank"), new DriverErrors("failing"));
  }

  @Test
  void aMajorityThatIsLateAtTheOpeningIsNoRefusal() {
    Replication late = Replication.lagging(1).withUnansweredOneIn(1);
    try (TransactionServer server = TransactionServer.start(late);
        MongoClient client = MongoClients.create(server.replicaSetUri())) {
      assertThatThrownBy(() -> Servers.bank(client))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("code 64, waiting for replication timed out");
    }
  }
}
