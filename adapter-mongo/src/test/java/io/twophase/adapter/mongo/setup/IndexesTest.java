package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.MongoStoreSettings.Timeouts;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Stalling;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which indexes there are, and which commands a server can plan over them. */
class IndexesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final String OPEN = "{state: 1, lastModified: 1, _id: 1}";
  private static final String LEAVING_OUT = "{leavesOut: 1, lastModified: 1, _id: 1}";
  private static final String EXPIRY = "{expiresAt: 1, _id: 1}";

  private static final Duration A_SECOND = Duration.ofSeconds(1);

  private final CommandRecorder recorder = new CommandRecorder();
  @AutoClose private final MongoClient client = recorder.client();

  private static List<BsonDocument> indexes(String collection) {
    return FRESH.collection(collection).listIndexes(BsonDocument.class).into(new ArrayList<>());
  }

  private static List<BsonDocument> keys(String collection) {
    return indexes(collection).stream().map(index -> index.getDocument("key")).toList();
  }

  private static List<BsonDocument> parsed(String... keys) {
    return List.of(keys).stream().map(BsonDocument::parse).toList();
  }

  /** As MongoDB goes on, by its commit quorum, while a voting member of the replica set is down. */
  @Test
  @Timeout(60)
  void oneThatAServerGoesOnWithIsWaitedForAsLongAsTheCallerMay() {
    Stalling stalling = new Stalling();
    FRESH.put("transactions", "{_id: 'there'}");
    try (Proxy proxy = Proxy.before(Servers.address(Servers.inProcessUri()), stalling);
        MongoClient patient = MongoClients.create(proxy.uri())) {
      stalling.stall("createIndexes");
      String name = FRESH.database().getName();
      MongoStoreSettings brief = Servers.QUIET.withTimeouts(within(Duration.ofMillis(200)));

      assertThatCode(() -> MongoStore.using(patient, name, brief)).doesNotThrowAnyException();
      assertThat(ThreadLimit.SHARED.within(A_SECOND, () -> MongoStore.using(patient, name, brief)))
          .isNotNull();
      assertThatThrownBy(
              () ->
                  ThreadLimit.SHARED.within(
                      A_SECOND, () -> MongoStore.using(patient, name, Servers.QUIET)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(
              () ->
                  MongoStore.using(
                      patient, name, brief.withRetention(new Retention(Retention.SHORTEST))))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageMatching(
              "MongoDB at \\S+ goes on with createIndexes \\{\"finishedAt\": 1} of \\S+, and has"
                  + " not answered: a replica set ends it when every voting member has the index");
      stalling.release();
    }
    await().until(() -> keys("transactions").containsAll(parsed(OPEN, LEAVING_OUT, EXPIRY)));
  }

  private static Timeouts within(Duration operation) {
    Timeouts usual = Timeouts.DEFAULT;
    return new Timeouts(
        usual.serverSelection(),
        usual.connect(),
        usual.read(),
        usual.pool(),
        operation,
        usual.majority());
  }

  /** As of a client that has a limit of its own. */
  @Test
  @Timeout(60)
  void oneThatTakesLongerThanAClientWaitsIsNotWaitedFor() {
    Stalling stalling = new Stalling();
    try (Proxy proxy = Proxy.before(Servers.address(Servers.inProcessUri()), stalling)) {
      stalling.stall("createIndexes");
      for (String option : List.of("socketTimeoutMS=300", "timeoutMS=700")) {
        try (MongoClient hasty = proxy.client(option)) {
          assertThatCode(() -> MongoStore.using(hasty, FRESH.database().getName(), Servers.QUIET))
              .doesNotThrowAnyException();
        }
      }
      stalling.release();
    }
  }

  private Records records() {
    Records records = MongoStore.using(client, FRESH.database().getName(), Servers.QUIET).records();
    recorder.documents();
    return records;
  }

  @Test
  void whoLooksForOpenTransactionsSaysWhatTheIndexIsLimitedTo() {
    Records records = records();

    records.list(RecordQuery.unfinished(Duration.ofHours(1), 10));
    for (State state : State.values()) {
      records.list(RecordQuery.latest(Optional.of(state), Optional.empty(), Labels.NONE, 10));
    }

    assertThat(recorder.documents())
        .extracting(find -> find.getDocument("filter").get("finishedAt"))
        .containsExactly(
            BsonNull.VALUE, // unfinished
            BsonNull.VALUE, // initial
            BsonNull.VALUE, // pending
            BsonNull.VALUE, // authorized
            BsonNull.VALUE, // applied
            null, // done
            BsonNull.VALUE, // canceling
            null); // canceled
  }

  @Test
  void noTransitionSaysItSoNoneIsPlannedOverIt() {
    Records records = records();
    NewRecord begun = StoredRecords.alone(transfer("t", "A", "B", usd("1")));
    Owner owner = new Owner(APP, token("x"));

    records.move(List.of(Transition.acquire(begun.id(), epoch(0), owner)));
    records.move(List.of(Transition.acquire(begun.id(), epoch(1), owner)));
    for (State end : List.of(State.DONE, State.CANCELED)) {
      StoredRecords.to(begun, end, Verdict.ALL_APPLIED)
          .forEach(transition -> records.move(List.of(transition)));
    }

    assertThat(recorder.documents())
        .hasSize(6)
        .flatExtracting(update -> update.getArray("updates"))
        .extracting(update -> update.asDocument().getDocument("q"))
        .allSatisfy(
            filter -> {
              assertThat(filter.getFirstKey()).isEqualTo("_id");
              assertThat(filter).doesNotContainKey("finishedAt");
            });
  }
}
