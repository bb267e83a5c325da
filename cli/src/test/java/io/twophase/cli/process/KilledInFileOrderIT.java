package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * An import in file order that is killed on a server, or whose server is, while others recover
 * there: started again it goes on within seconds, and the balances are those of the file's order.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class KilledInFileOrderIT extends ServerProcesses {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int ACCOUNTS = 60;
  private static final int ROWS = 2_000;

  /** A batch's record is decided and finished. */
  private static final int UPDATES_OF_A_RECORD = 2;

  private final Random random = Seed.random("KilledInFileOrderIT");
  private ImportWorkload workload;
  private String[] importing;
  private MongoClient client;
  private MongoCollection<Document> records;

  @BeforeEach
  void prepare() throws IOException {
    client = MongoClients.create(server.uri());
    records = client.getDatabase(Server.database(server.uri())).getCollection("transactions");
    workload = ImportWorkload.of(random, folder, ACCOUNTS);
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void batchesAreSeenThroughByWhoComesFirst() throws Exception {
    assumeTrue(server.isPlain(), "no proxy can stand before the server that is given");
    RestartedProcess recoverer =
        start("recoverer-" + starts(), "--store", server.uri(), "recover", "--watch", "1s");
    // nobody else probes the server when the writes of an import are counted
    importRows("first.csv", 1);
    importAgain();
    Path rows = importRows("rows.csv", ROWS);
    // its owner is alive: the recoverer leaves it alone
    killAt(new HeldRequest(Write.DECIDE, UPDATES_OF_A_RECORD * random.nextInt(3)), rows, 1);
    for (int round = 0; round < ROUNDS; round++) {
      // of the batch that the last one left, which the recoverer may end at that moment
      killAt(new HeldRequest(Write.HOLD), rows, 0);
    }

    importAgain();

    assertThat(batches()).isGreaterThanOrEqualTo(ROWS / 500);
    assertThat(recoverer.isAtWork()).as(recoverer.report()).isTrue();
    check();
  }

  private long batches() {
    return records.countDocuments(Filters.eq("kind", "batch"));
  }

  @Tag("deep")
  @Test
  void theImportGoesOnWhenTheServerIsBack() throws Exception {
    assumeFalse(server.processes().isEmpty(), "the server that is given is not killed");
    importRows("rows.csv", ROWS);
    RestartedProcess first = start("import-" + starts(), importing);
    awaitBatches(1 + random.nextInt(2));
    RestartedProcess process = server.processes().get(0);
    process.process().kill();
    assertThat(first.process().exitCode()).as(first::report).isIn(3, 4);
    assertThat(process.revive()).isTrue();
    awaitBatches(0);

    importAgain();

    check();
  }

  /** An import that gives up waiting for the other says so, and goes on when it starts again. */
  @Tag("deep")
  @Test
  void twoThatImportTheSameFileAtOnceApplyEachRowOnce() throws Exception {
    importRows("rows.csv", ROWS);
    List<RestartedProcess> both = List.of(start("one", importing), start("other", importing));
    for (RestartedProcess process : both) {
      while (!process.isDone()) {
        process.process().exitCode();
        process.revive();
      }
    }

    check();
  }

  /** The import from now on: of a new file. */
  private Path importRows(String name, int rows) throws IOException {
    Path file = workload.transfers(name, rows);
    importing = workload.importing(server.uri(), file, "file");
    return file;
  }

  /** Kills an import at a write, while so many batches at least are pending; the write is lost. */
  private void killAt(HeldRequest network, Path rows, long pending) throws Exception {
    try (Proxy proxy = Proxy.before(server.address(), network)) {
      String behind = server.behind(proxy.uri(), "directConnection=true");
      RestartedProcess killed =
          start("import-" + starts(), workload.importing(behind, rows, "file"));
      network.awaitHeld();
      assertThat(records.countDocuments(Filters.eq("state", "pending")))
          .isGreaterThanOrEqualTo(pending);
      killed.process().kill();
      network.lose();
    }
  }

  private void importAgain() throws Exception {
    RestartedProcess again = start("import-" + starts(), importing);
    assertThat(again.process().exitCode()).as(again::report).isZero();
  }

  private void awaitBatches(long some) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptions()
        .until(() -> batches() >= some);
  }

  private void check() throws IOException {
    records(workload);
    assertThat(CommandRun.balances(server.uri())).isEqualTo(workload.balances());
    on("audit").succeeds();
  }
}
