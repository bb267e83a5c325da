package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.cli.testing.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process that is stopped while one of its writes is on its way, overtaken, and continued: the
 * zombie that the tutorial's protocol dies of. Here it changes nothing more. The cases wait for
 * what is stopped, and run concurrently, each in a database of its own.
 */
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
@DisplayName("A stopped process that was overtaken and goes on, its")
class FencedZombieIT {

  /** What is on its way is sent once: a driver that sends it again would be told of that one. */
  private static final String PATIENT = "directConnection=true&retryWrites=false";

  /** Long enough for what is answered at all, also on a busy machine. */
  private static final String IMPATIENT = PATIENT + "&socketTimeoutMS=2000";

  private static final String FROM = "payer";
  private static final String TO = "payee";
  private static final String ID = "late-1";

  @TempDir static Path shared;
  private static Server all;

  @TempDir Path folder;
  private Server server;

  @BeforeAll
  static void startServer() throws Exception {
    all = Server.start(shared);
  }

  @AfterAll
  static void closeServer() {
    all.close();
  }

  @BeforeEach
  void openAccounts() {
    server = all.another();
    assumeTrue(server.isPlain(), "no proxy can stand before the server that is given");
    on("account", "open", FROM, "--balance", "100").succeeds();
    on("account", "open", TO).succeeds();
  }

  @AfterEach
  void dropDatabase() {
    server.close();
  }

  @DisplayName("write arriving while it is stopped, or after its end")
  @ParameterizedTest(name = "{0}, after recovery by {1}, at its end: {5}")
  @CsvSource({
    "BEGIN,  again,  done,     1, 0, false",
    "HOLD,   resume, done,     2, 2, false",
    "HOLD,   cancel, canceled, 1, 2, false",
    "HOLD,   again,  done,     2, 2, false",
    "DECIDE, silent, done,     2, 0, false",
    "DECIDE, resume, done,     2, 0, false",
    "DECIDE, cancel, canceled, 1, 0, false",
    "SETTLE, resume, done,     1, 0, false",
    "FINISH, resume, done,     1, 0, false",
    "BEGIN,  again,  done,     1, 0, true",
    "HOLD,   resume, done,     2, 2, true",
    "DECIDE, resume, done,     2, 0, true",
    "SETTLE, resume, done,     1, 0, true",
    "FINISH, resume, done,     1, 0, true",
  })
  void lateWrite(
      Write write, String policy, String state, int epoch, int matched, boolean isAfterItsEnd)
      throws Exception {
    HeldRequest network = new HeldRequest(write);
    String options = isAfterItsEnd ? IMPATIENT : PATIENT;
    try (Proxy proxy = Proxy.before(server.address(), network);
        CommandProcess zombie = zombie(server.behind(proxy.uri(), options))) {
      network.awaitHeld();
      zombie.stop();
      List<Document> overtaken = overtake(policy);
      if (!isAfterItsEnd) {
        assertThat(number(network.deliver())).isEqualTo(matched);
      }
      zombie.goOn();

      checkAnswer(zombie, state, epoch);
      assertThat(documents()).isEqualTo(overtaken);
      if (isAfterItsEnd) {
        assertThat(number(network.deliver())).isEqualTo(matched);
      }
      checkTransfer(state, epoch);
      // late holds are all that can arrive: nobody counts on them, and a scrub takes them away
      checkAudit(isAfterItsEnd ? matched : 0);
      assertThat(documents()).isEqualTo(overtaken);
    }
  }

  private CommandProcess zombie(String store) throws Exception {
    return CommandProcess.start(
        folder.resolve("zombie.log"), "--store", store, "transfer", FROM, TO, "10", "--id", ID);
  }

  /**
   * Another host finishes the work, and leaves it like this: by asking again, or by recovery of all
   * there is, or of what is taken for dead because it was stopped for longer than it may be silent.
   */
  private List<Document> overtake(String policy) {
    CommandRun other =
        switch (policy) {
          case "again" -> on("transfer", FROM, TO, "10", "--id", ID);
          case "silent" -> on("recover");
          default -> on("recover", "--older-than", "0s", "--policy", policy);
        };
    assertThat(other.succeeds().out()).contains(ID);
    return documents();
  }

  /** The payer, the payee and the transfer, as they are stored. */
  private List<Document> documents() {
    List<Document> stored = new ArrayList<>();
    try (MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase database = client.getDatabase(Server.database(server.uri()));
      for (String id : List.of(FROM, TO, ID)) {
        String collection = id.equals(ID) ? "transactions" : "accounts";
        stored.add(database.getCollection(collection).find(Filters.eq(id)).first());
      }
    }
    return stored;
  }

  /** How many writes took effect; the embedded server counts in those that failed on their id. */
  private static int number(BsonDocument answer) {
    if (answer.containsKey("nMatched")) {
      return answer.getNumber("nMatched").intValue();
    }
    return answer.containsKey("writeErrors") ? 0 : answer.getNumber("n").intValue();
  }

  /** The zombie tells the answer that another process gave, and that it did. */
  private void checkAnswer(CommandProcess zombie, String state, int epoch) throws Exception {
    boolean done = state.equals("done");
    assertThat(zombie.exitCode()).as(zombie.output()).isEqualTo(done ? 0 : 1);
    assertThat(zombie.output()).contains(ID, state);
    String fenced =
        "transfer " + ID + " was overtaken by another process at epoch 2, which fenced this one";
    if (epoch == 2) {
      assertThat(zombie.output()).contains(fenced);
    } else {
      assertThat(zombie.output()).doesNotContain("overtaken");
    }
  }

  private void checkTransfer(String state, int epoch) {
    boolean done = state.equals("done");
    List<Document> now = documents();
    assertThat(now.get(0)).containsEntry("balance", done ? 9_000L : 10_000L);
    assertThat(now.get(1)).containsEntry("balance", done ? 1_000L : 0L);
    assertThat(now.get(2)).containsEntry("state", state).containsEntry("epoch", (long) epoch);
  }

  /** The audit finds so many orphans; a scrub releases them, and then it finds nothing. */
  private void checkAudit(int orphans) {
    assertThat(on("--json", "audit").json().get("findings").size() > 0).isEqualTo(orphans > 0);
    assertThat(on("--json", "scrub").json().get("orphans")).hasSize(orphans);
    on("audit").succeeds();
  }

  private CommandRun on(String... command) {
    return CommandRun.on(server.uri(), command);
  }
}
