package io.twophase.cli.process;

import static io.twophase.domain.transaction.State.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.domain.TransactionId;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Importers and recoverers on one server, all of them killed, or stopped for longer than it takes
 * to count as dead, again and again, the server too if it is not the one that is given; or on a
 * replica set whose majority lags, whose primary fails again and again, and which lets waits for a
 * majority run out of time. {@code -Dtwophase.process.rounds=N} makes it N times as long.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class ServerKilledIT extends ServerProcesses {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int ACCOUNTS = 200;
  private static final int ROWS = 1_200 * ROUNDS;
  private static final int ROWS_OF_A_REPLICA_SET = 600 * ROUNDS;
  private static final int COMMANDS_OF_A_PRIMARY = 100;
  private static final int UNANSWERED_ONE_IN = 50;

  private static final String IMPORTERS = "importers";
  private static final String RECOVERERS = "recoverers";
  private static final String SERVER = "server";

  private final Random random = Seed.random("ServerKilledIT");

  @Test
  void everyRowIsDecidedOnceWhoeverDies() throws Exception {
    everyRowIsDecidedOnce(ROWS, () -> {});
  }

  @Tag("deep")
  @Test
  void andWhicheverMemberIsPrimary() throws Exception {
    Server before = server;
    Replication lagging = Replication.lagging(random.nextLong());
    try (TransactionServer replicas = TransactionServer.start(lagging)) {
      server = new Server(replicas.replicaSetUri().replace("/?", "/process?"), List.of());
      // the server is probed before it has faults
      on("audit").succeeds();
      replicas.become(
          lagging.withFailoverEvery(COMMANDS_OF_A_PRIMARY).withUnansweredOneIn(UNANSWERED_ONE_IN));
      everyRowIsDecidedOnce(ROWS_OF_A_REPLICA_SET, () -> replicas.become(lagging));
      System.out.printf(
          "ServerKilledIT: %d failovers, %d waits too long%n",
          replicas.failovers(), replicas.unanswered());
      assertThat(replicas.failovers()).isPositive();
    } finally {
      server = before;
    }
  }

  /**
   * @param calm is run when nothing more is struck
   */
  private void everyRowIsDecidedOnce(int rows, Runnable calm) throws Exception {
    ImportWorkload workload = ImportWorkload.of(random, folder, ACCOUNTS);
    List<Path> files =
        List.of(workload.transfers("a.csv", rows), workload.transfers("b.csv", rows));
    // two of them are told to import the same file
    List<RestartedProcess> importers = new ArrayList<>();
    for (Path file : List.of(files.get(0), files.get(1), files.get(1))) {
      importers.add(
          start("importer-" + importers.size(), workload.importing(server.uri(), file, "any")));
    }
    List<RestartedProcess> recoverers =
        List.of(recoverer("recoverer-1", server.uri()), recoverer("recoverer-2", server.uri()));

    strike(Map.of(IMPORTERS, importers, RECOVERERS, recoverers, SERVER, server.processes()));

    recoverers.forEach(RestartedProcess::close);
    calm.run();
    Map<TransactionId, Transaction> records = decided(workload);
    for (Path file : files) {
      checkAnswers(file, rows, records.values());
    }
    assertThat(records(workload)).as("after asking again").isEqualTo(records);
  }

  private void strike(Map<String, List<RestartedProcess>> crews) throws Exception {
    Chaos chaos =
        new Chaos(random, server.uri(), crews)
            .striking(IMPORTERS, 2 * ROUNDS, ROUNDS)
            .striking(RECOVERERS, ROUNDS, ROUNDS)
            .striking(SERVER, ROUNDS, ROUNDS);
    chaos.strike(IMPORTERS, crews.get(IMPORTERS));
    if (!crews.get(SERVER).isEmpty()) {
      assertThat(chaos.count("kills", SERVER)).isPositive();
    }
  }

  /** Asked again, every row has the answer that is stored. */
  private void checkAnswers(Path file, int rows, Collection<Transaction> transactions) {
    String prefix = file.getFileName() + ":";
    List<State> states =
        transactions.stream()
            .filter(one -> one.id().value().startsWith(prefix))
            .map(Transaction::state)
            .toList();
    JsonNode answers =
        on("--json", "import", "--order", "any", "--transfers", file.toString()).json();
    assertThat(answers.get("rows").asLong()).isEqualTo(rows);
    assertThat(answers.get("applied").asLong()).isEqualTo(Collections.frequency(states, DONE));
    assertThat(answers.get("alreadyDone").asLong()).isEqualTo(states.size());
    assertThat(answers.get("unknown").asLong()).isZero();
    assertThat(answers.get("refused").path("SameAccount").asLong()).isEqualTo(rows - states.size());
  }
}
