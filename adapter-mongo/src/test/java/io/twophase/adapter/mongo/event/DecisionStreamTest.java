package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.DecisionSignal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How a change stream is opened, followed and given up. No replica set runs here: a server answers
 * as one does, word for word, and the servers that have no change streams answer for themselves.
 */
@SuppressWarnings("try") // what is closed is not asked for anything else
@Timeout(60)
class DecisionStreamTest {

  private static final long CURSOR = 7;

  private final AtomicInteger rung = new AtomicInteger();
  @AutoClose private final FaultyServer server = FaultyServer.replicaSet();
  private final MongoClient client = server.client("retryReads=false");

  private static MongoCollection<BsonDocument> records(MongoClient client, String database) {
    return client.getDatabase(database).getCollection("transactions", BsonDocument.class);
  }

  private DecisionSignal.Listening listen() {
    return listen(records(client, "bank"));
  }

  private DecisionSignal.Listening listen(MongoCollection<BsonDocument> records) {
    return new DecisionStream(records, Duration.ofMillis(1)).listen(rung::incrementAndGet);
  }

  private void listenUntil(Callable<Boolean> condition) {
    try (DecisionSignal.Listening listening = listen()) {
      await().atMost(ONE_MINUTE).until(condition);
    }
  }

  private static FaultyServer.Fault cursor(long id, String batch, Document... changes) {
    return (sound, command) ->
        new Document("ok", 1.0)
            .append(
                "cursor",
                new Document("id", id)
                    .append("ns", "bank.transactions")
                    .append("postBatchResumeToken", new Document("_data", "00"))
                    .append(batch, List.of(changes)));
  }

  /** The stream is open, and nothing happens. */
  private void isQuiet() {
    server.on("aggregate", cursor(CURSOR, "firstBatch"));
    server.on("getMore", cursor(CURSOR, "nextBatch"));
  }

  private static FaultyServer.Fault aDecision() {
    return cursor(CURSOR, "nextBatch", new Document("_id", new Document("_data", "01")));
  }

  private static List<String> threads(String database) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.equals("twophase-decisions of " + database + ".transactions"))
        .toList();
  }

  @Test
  void itIsRungOnceTheStreamIsOpenAndForEachDecision() {
    isQuiet();
    try (DecisionSignal.Listening listening = listen()) {
      await().atMost(ONE_MINUTE).until(() -> rung.get() == 1);

      server.on("getMore", firstThen(aDecision(), cursor(CURSOR, "nextBatch")));

      await().atMost(ONE_MINUTE).until(() -> rung.get() == 2);
    }
    assertThat(threads("bank")).isEmpty();
  }

  private static FaultyServer.Fault firstThen(FaultyServer.Fault first, FaultyServer.Fault later) {
    AtomicInteger asked = new AtomicInteger();
    return (sound, command) ->
        (asked.getAndIncrement() == 0 ? first : later).answer(sound, command);
  }

  @Test
  void itAsksForDecisionsAndForWhatAMajorityHas() {
    isQuiet();
    listenUntil(() -> rung.get() == 1);

    Document asked = server.received("aggregate").get(0);
    assertThat(asked.get("aggregate")).isEqualTo("transactions");
    assertThat(asked.toString())
        .contains("$changeStream", "updateDescription.updatedFields.decidedAt")
        .contains("fullDocument.decidedAt", "{\"level\" : \"majority\"}");
  }

  @ParameterizedTest
  @ValueSource(ints = {40573, 40324, 115, 59, 13, 238})
  void aServerThatRefusesIsNotAskedAgain(int code) {
    server.on("aggregate", error(code));

    listenUntil(() -> !server.received("aggregate").isEmpty() && threads("bank").isEmpty());

    assertThat(server.received("aggregate")).hasSize(1);
    assertThat(rung).hasValue(0);
  }

  /** It would answer "Unknown error", which a replica set may too. */
  @Test
  void oneThatStandsAloneIsNotAsked() {
    try (MongoClient alone = MongoClients.create(Servers.inProcessUri())) {
      assertThat(signal(alone)).isSameAs(DecisionSignal.NONE);
    }
    assertThat(signal(client)).isInstanceOf(DecisionStream.class);
  }

  private static DecisionSignal signal(MongoClient client) {
    return MongoStore.using(client, "stream", Servers.QUIET).events().decisions();
  }

  /** 286: the history that it would go on from is lost; or the server closes the cursor. */
  static Stream<FaultyServer.Fault> ends() {
    return Stream.of(error(286), error(1), cursor(0, "nextBatch"));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aStreamThatEndsIsOpenedAgain(FaultyServer.Fault end) {
    isQuiet();
    server.on("getMore", firstThen(end, cursor(CURSOR, "nextBatch")));

    listenUntil(() -> rung.get() >= 2);

    assertThat(server.received("aggregate")).hasSizeGreaterThanOrEqualTo(2);
  }

  /** The driver goes on where it was, so nobody need be woken. */
  @Test
  void aStreamWhoseCursorIsLostGoesOn() {
    isQuiet();
    server.on("getMore", firstThen(error(43), aDecision()));

    listenUntil(() -> rung.get() >= 2);

    assertThat(server.received("aggregate").get(1).toString()).contains("resumeAfter");
  }

  @Test
  void aStreamThatCannotBeOpenedYetIsTriedAgain() {
    isQuiet();
    server.on("aggregate", firstThen(error(134), cursor(CURSOR, "firstBatch")));

    listenUntil(() -> rung.get() == 1);
  }

  /** The driver takes no wait of the server that is as long as its own limit. */
  @Test
  void aLimitOfTheClientsThatIsShorterThanTheServersWaitIsKept() {
    isQuiet();
    try (DecisionSignal.Listening listening =
        listen(records(server.client("timeoutMS=400"), "bank"))) {
      await().atMost(ONE_MINUTE).until(() -> rung.get() == 1);
    }
  }

  /** At least a tenth of a second lies between two questions: however long the machine takes. */
  @Test
  void aServerThatDoesNotWaitIsNotAskedWithoutAPause() {
    isQuiet();
    long begun = System.nanoTime();
    listenUntil(() -> server.received("getMore").size() >= 4);
    long elapsed = System.nanoTime() - begun;

    assertThat(server.received("getMore"))
        .hasSizeLessThanOrEqualTo(
            2 + (int) Duration.ofNanos(elapsed).dividedBy(Duration.ofMillis(100)));
  }
}
