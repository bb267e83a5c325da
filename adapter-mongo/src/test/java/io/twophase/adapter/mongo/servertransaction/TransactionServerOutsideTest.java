package io.twophase.adapter.mongo.servertransaction;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import io.twophase.adapter.mongo.network.Late;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.testing.Servers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a transaction where others write, and where the network fails. */
@Timeout(60)
class TransactionServerOutsideTest {

  private static final String UNKNOWN_RESULT =
      MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL;
  private static final int DUPLICATE = 11000;

  /** Shorter than the tests' own, so that whoever waits for a transaction's end sees it. */
  private static final Duration SHORT = Duration.ofMillis(400);

  private TransactionServer server = TransactionServer.start();
  private MongoClient client = MongoClients.create(server.uri() + "/?socketTimeoutMS=20000");
  private MongoCollection<Document> things = things(client);

  private static MongoCollection<Document> things(MongoClient client) {
    client.getDatabase("test").createCollection("things");
    return client.getDatabase("test").getCollection("things");
  }

  private static Document thing(int id, String by) {
    return new Document("_id", id).append("by", by).append("n", 0);
  }

  private void restart(Duration lifetime) {
    close();
    server = TransactionServer.start(lifetime);
    client = MongoClients.create(server.uri() + "/?socketTimeoutMS=20000");
    things = things(client);
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private String by(int id) {
    Document found = things.find(eq(id)).first();
    return found == null ? "nobody" : found.getString("by");
  }

  /** Begins to insert outside of transactions, which waits. */
  private CompletableFuture<Integer> inserting(int id) throws Exception {
    CompletableFuture<Integer> inserting = CompletableFuture.supplyAsync(() -> inserted(id));
    TimeUnit.MILLISECONDS.sleep(100);
    assertThat(inserting).as("waits for the transaction").isNotDone();
    return inserting;
  }

  /** The code of what refuses it; zero if nothing does. */
  private int inserted(int id) {
    try {
      things.insertOne(thing(id, "outside"));
      return 0;
    } catch (MongoWriteException refused) {
      return refused.getError().getCode();
    }
  }

  @Test
  void aWriteOutsideWaitsForTheCommit() throws Exception {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.insertOne(session, thing(1, "transaction"));
      CompletableFuture<Integer> inserting = inserting(1);
      session.commitTransaction();

      assertThat(inserting.get()).isEqualTo(DUPLICATE);
      assertThat(by(1)).isEqualTo("transaction");
    }
  }

  @Test
  void aWriteOutsideWaitsNoLongerThanItMay() {
    things.insertOne(thing(1, "before"));
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq(1), inc("n", 1));

      assertThatThrownBy(
              () ->
                  things.findOneAndUpdate(
                      eq(1),
                      inc("n", 10),
                      new FindOneAndUpdateOptions().maxTime(50, TimeUnit.MILLISECONDS)))
          .isInstanceOf(MongoExecutionTimeoutException.class);
      session.commitTransaction();
    }
    assertThat(things.find(eq(1)).first()).containsEntry("n", 1);
  }

  @Test
  void aDropWaitsAndWhoeverBeganBeforeIsAborted() throws Exception {
    things.insertOne(thing(1, "before"));
    try (ClientSession session = client.startSession();
        ClientSession older = client.startSession()) {
      older.startTransaction();
      assertThat(client.getDatabase("other").getCollection("x").find(older).first()).isNull();
      session.startTransaction();
      things.updateOne(session, eq(1), inc("n", 1));
      CompletableFuture<Void> dropping = CompletableFuture.runAsync(things::drop);
      TimeUnit.MILLISECONDS.sleep(100);
      assertThat(dropping).isNotDone();
      session.commitTransaction();
      dropping.get();

      MongoException unavailable =
          catchThrowableOfType(MongoException.class, () -> things.find(older, eq(1)).first());
      assertThat(unavailable.getCode()).isEqualTo(246);
    }
  }

  @Test
  void anAbandonedTransactionEndsWithItsLifetime() {
    restart(SHORT);
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.insertOne(session, thing(1, "transaction"));

      assertThat(inserted(1)).isZero();
      assertThatThrownBy(session::commitTransaction)
          .isInstanceOfSatisfying(
              MongoException.class, refused -> assertThat(refused.getCode()).isEqualTo(251));
    }
    assertThat(by(1)).isEqualTo("outside");
  }

  @Test
  void aCommitThatComesLateBeatsWhoeverWaits() {
    Late late = new Late();
    through(
        late,
        (session, far) -> {
          late.keep("commitTransaction", 2);
          session.startTransaction();
          far.insertOne(session, thing(1, "transaction"));
          MongoException unknown =
              catchThrowableOfType(MongoException.class, session::commitTransaction);
          assertThat(unknown.hasErrorLabel(UNKNOWN_RESULT)).isTrue();
          assertThat(by(1)).isEqualTo("nobody");
          CompletableFuture<Integer> inserting = inserting(1);

          assertThat(late.deliver())
              .allSatisfy(answer -> assertThat(answer.body().getNumber("ok").intValue()).isOne())
              .hasSize(2);
          assertThat(inserting.get()).isEqualTo(DUPLICATE);
          assertThat(by(1)).isEqualTo("transaction");
        });
  }

  @Test
  void numbersOfASessionOnlyGrow() {
    try (ClientSession session = client.startSession()) {
      find(client, session, 7, true);
      assertThat(server.openTransactions()).isEqualTo(1);
      assertThat(code(session, 7, true)).as("in use").isEqualTo(117);
      assertThat(code(session, 6, true)).as("too old").isEqualTo(225);
      assertThat(code(session, 8, false)).as("not begun").isEqualTo(251);
      find(client, session, 9, true);
      assertThat(server.openTransactions()).as("the older one is aborted").isEqualTo(1);
      assertThat(code(session, 7, false)).as("too old").isEqualTo(225);
    }
  }

  @Test
  void theEndOfASessionAbortsItsTransaction() {
    try (MongoClient leaving = MongoClients.create(server.uri())) {
      ClientSession session = leaving.startSession();
      find(leaving, session, 7, true);
      assertThat(server.openTransactions()).isEqualTo(1);
      session.close();
    }
    assertThat(server.openTransactions()).isZero();
  }

  private int code(ClientSession session, long number, boolean starts) {
    return catchThrowableOfType(MongoException.class, () -> find(client, session, number, starts))
        .getCode();
  }

  /** A command as a driver sends it, under any number. */
  private static void find(MongoClient by, ClientSession session, long number, boolean starts) {
    Document command =
        new Document("find", "things").append("txnNumber", number).append("autocommit", false);
    if (starts) {
      command.append("startTransaction", true);
    }
    by.getDatabase("test").runCommand(session, command);
  }

  private interface Work {
    void with(ClientSession session, MongoCollection<Document> far) throws Exception;
  }

  /** By way of a network that fails. */
  private void through(Route route, Work work) {
    try (Proxy proxy = Proxy.before(Servers.address(server.uri()), route);
        MongoClient behind = MongoClients.create(proxy.uri());
        ClientSession session = behind.startSession()) {
      work.with(session, behind.getDatabase("test").getCollection("things"));
    } catch (Exception fault) {
      throw new AssertionError(fault);
    }
  }
}
