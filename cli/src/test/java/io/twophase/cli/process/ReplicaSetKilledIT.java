package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.domain.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Two importers of one file and a recoverer on a replica set whose majority lags, whose primary
 * fails again and again, and which lets waits for a majority run out of time; all of them killed,
 * or stopped for longer than it takes to count as dead.
 */
@Tag("deep")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class ReplicaSetKilledIT extends ServerProcesses {

  private static final int ACCOUNTS = 100;
  private static final int ROWS = 500;
  private static final int COMMANDS_OF_A_PRIMARY = 100;
  private static final int UNANSWERED_ONE_IN = 50;

  private static final String IMPORTERS = "importers";
  private static final String RECOVERERS = "recoverers";

  private final long seed = Seed.next("ReplicaSetKilledIT");
  private final Random random = new Random(seed);
  private final Replication lagging = Replication.lagging(seed);
  @AutoClose private final TransactionServer replicas = TransactionServer.start(lagging);

  @Override
  Server newServer() {
    return new Server(replicas.replicaSetUri().replace("/?", "/process?"), List.of());
  }

  @Test
  void everyRowIsDecidedOnceWhoeverDiesAndWhicheverMemberIsPrimary() throws Exception {
    ImportWorkload workload = ImportWorkload.of(random, folder, ACCOUNTS);
    Path file = workload.transfers("a.csv", ROWS);
    // the server is probed before it has faults
    on("audit").succeeds();
    String uri = server.uri();
    replicas.become(
        lagging.withFailoverEvery(COMMANDS_OF_A_PRIMARY).withUnansweredOneIn(UNANSWERED_ONE_IN));
    List<RestartedProcess> importers = new ArrayList<>();
    for (int at = 0; at < 2; at++) {
      importers.add(start("importer-" + at, workload.importing(uri, file, "any")));
    }
    RestartedProcess recoverer =
        start("recoverer", "--store", uri, "recover", "--watch", "0.2s", "--older-than", "1s");
    new Chaos(random, uri, Map.of(IMPORTERS, importers, RECOVERERS, List.of(recoverer)))
        .striking(IMPORTERS, 2, 1)
        .striking(RECOVERERS, 1, 0)
        .strike(IMPORTERS, importers);
    recoverer.close();
    replicas.become(lagging);

    decided(workload);
    System.out.printf(
        "ReplicaSetKilledIT: %d failovers, %d waits too long%n",
        replicas.failovers(), replicas.unanswered());
    assertThat(replicas.failovers()).isPositive();
  }
}
