package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.MongoException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.driver.DriverErrors;
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
import io.twophase.ports.Records.SearchIndexes;
import java.lang.reflect.Proxy;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which indexes there are, and which commands a server can plan over them. */
class IndexesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final String OPEN = "{state: 1, lastModified: 1, _id: 1}";
  private static final String LEAVING_OUT = "{leavesOut: 1, lastModified: 1, _id: 1}";
  private static final String EXPIRY = "{expiresAt: 1, _id: 1}";
  private static final String REFERENCE = "{reference: 1, createdAt: -1, _id: 1}";
  private static final String HELD = "{_id: 1, status: 1}";
  private static final BsonDocument OF_OPEN =
      BsonDocument.parse("{finishedAt: null, endedAt: null, state: {$exists: true}}");
  private static final String IF_HELD = "{'pendingTransactions.0': {$exists: true}}";

  private final CommandRecorder recorder = new CommandRecorder();
  @AutoClose private final MongoClient client = recorder.client();

  private static List<BsonDocument> indexes(String collection) {
    return FRESH.collection(collection).listIndexes(BsonDocument.class).into(new ArrayList<>());
  }

  private static List<BsonDocument> keys(String collection) {
    return indexes(collection).stream().map(index -> index.getDocument("key")).toList();
  }

  /** The filter of the index with those keys. */
  private static BsonDocument limit(String collection, String keys) {
    return indexes(collection).stream()
        .filter(index -> index.getDocument("key").equals(BsonDocument.parse(keys)))
        .findFirst()
        .orElseThrow()
        .getDocument("partialFilterExpression");
  }

  private static List<BsonDocument> parsed(String... keys) {
    return List.of(keys).stream().map(BsonDocument::parse).toList();
  }

  @Test
  void theIndexesAreOfOpenTransactionsOfBatchesThatLeaveSomebodyOutAndOfAuthorizations() {
    FRESH.store();
    FRESH.store();

    assertThat(keys("transactions"))
        .containsExactlyInAnyOrderElementsOf(parsed("{_id: 1}", OPEN, LEAVING_OUT, EXPIRY));
    assertThat(limit("transactions", OPEN)).isEqualTo(OF_OPEN);
    assertThat(limit("transactions", LEAVING_OUT))
        .isEqualTo(BsonDocument.parse("{leavesOut: true}"));
    assertThat(FRESH.store().records().searchIndexes()).isEqualTo(SearchIndexes.NONE);
    assertThat(keys("accounts")).isSubsetOf(parsed("{_id: 1}"));
  }

  static Stream<MongoException> late() {
    return Stream.of(
        new MongoSocketReadTimeoutException(
            "Timeout while receiving message",
            new ServerAddress(),
            new SocketTimeoutException("Read timed out")),
        // of timeoutMS in a URI, of which the server is told
        new MongoOperationTimeoutException("Operation exceeded the timeout limit"));
  }

  /** No second index is made in the place of one that comes: the server goes on with that. */
  @ParameterizedTest
  @MethodSource("late")
  @SuppressWarnings("unchecked")
  void oneThatTakesLongerThanAnAnswerIsWaitedForIsNotWaitedFor(MongoException late) {
    List<Object> asked = new ArrayList<>();
    MongoCollection<BsonDocument> large =
        (MongoCollection<BsonDocument>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {MongoCollection.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("createIndex")) {
                    asked.add(arguments[0]);
                    throw late;
                  }
                  return method.invoke(FRESH.collection("transactions"), arguments);
                });

    new Indexes(large, new DriverErrors("MongoDB")).ensure(SearchIndexes.NONE);

    assertThat(asked).isEqualTo(parsed(OPEN, LEAVING_OUT, EXPIRY));
  }

  static Stream<Arguments> asked() {
    return Stream.of(
        arguments(
            Servers.QUIET.withHeldIndex(true),
            "accounts",
            List.of(HELD),
            IF_HELD,
            SearchIndexes.NONE),
        arguments(
            Servers.QUIET.withReferenceIndex(true),
            "transactions",
            List.of(OPEN, LEAVING_OUT, EXPIRY, REFERENCE),
            "{reference: {$exists: true}}",
            new SearchIndexes(true, false)),
        arguments(
            Servers.QUIET.withAccountIndex(true),
            "transactions",
            List.of(
                OPEN,
                LEAVING_OUT,
                EXPIRY,
                "{destination: 1, _id: 1}",
                "{'operations.account': 1, _id: 1}",
                "{source: 1, _id: 1}"),
            "{source: {$exists: true}}",
            new SearchIndexes(false, true)));
  }

  /** The last of the indexes is limited so; who opens the store again without a wish keeps all. */
  @ParameterizedTest
  @MethodSource("asked")
  void areMadeWhereTheyAreAskedFor(
      MongoStoreSettings settings,
      String collection,
      List<String> keys,
      String limit,
      SearchIndexes search) {
    FRESH.store(settings);
    FRESH.store();

    assertThat(keys(collection))
        .contains(BsonDocument.parse("{_id: 1}"))
        .hasSize(1 + keys.size())
        .containsAll(keys.stream().map(BsonDocument::parse).toList());
    assertThat(limit(collection, keys.get(keys.size() - 1))).isEqualTo(BsonDocument.parse(limit));
    assertThat(FRESH.store().records().searchIndexes()).isEqualTo(search);
  }

  @Test
  void thoseOfTheHostStay() {
    String other = "{state: 1, _id: 1, lastModified: 1}";
    FRESH.collection("transactions").createIndex(BsonDocument.parse(other));

    FRESH.store();

    assertThat(keys("transactions"))
        .containsExactlyInAnyOrderElementsOf(parsed("{_id: 1}", other, OPEN, LEAVING_OUT, EXPIRY));
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
