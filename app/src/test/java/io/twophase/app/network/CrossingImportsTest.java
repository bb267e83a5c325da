package io.twophase.app.network;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.server.RowLockingServer;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import io.twophase.app.network.storm.Party;
import io.twophase.app.network.storm.StormServer;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.domain.testing.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Four imports in file order, over four accounts that all of them debit and credit, on a server
 * where each command is one transaction with row locks. {@code -Dtwophase.crossing=N} gives each
 * import N rows.
 */
class CrossingImportsTest {

  private static final int IMPORTS = 4;
  private static final int ACCOUNTS = 4;
  private static final int TRIES = 20;
  private static final int ROWS = Integer.getInteger("twophase.crossing", 100);

  private final long seed = Seed.next("CrossingImportsTest");
  private final Random random = new Random(seed);

  @Test
  void areThroughWithoutADeadlockAndWithNothingUnknown() {
    try (RowLockingServer server = RowLockingServer.start()) {
      List<TransactionOutcome> outcomes = imported(server, ROWS);

      assertThat(server.deadlocks()).as("seed %d", seed).isZero();
      assertThat(outcomes)
          .as("seed %d", seed)
          .hasSize(IMPORTS * ROWS)
          .allMatch(TransactionOutcome.Applied.class::isInstance);
    }
  }

  @Test
  void meetInCirclesWhereTheUpdatesOfACommandComeInAnyOrder() {
    long deadlocks = 0;
    // imports that hardly run beside each other may meet in none
    for (int tried = 0; tried < TRIES && deadlocks == 0; tried++) {
      try (RowLockingServer server = RowLockingServer.reordering(this::shuffled)) {
        imported(server, 25);
        deadlocks = server.deadlocks();
      }
    }

    assertThat(deadlocks).as("seed %d", seed).isPositive();
  }

  private synchronized List<Write> shuffled(List<Write> writes) {
    List<Write> shuffled = new ArrayList<>(writes);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  /** What four imports came to that ran beside each other; the books are right afterwards. */
  private List<TransactionOutcome> imported(RowLockingServer server, int rows) {
    StormServer stormServer = StormServer.on(server.uri());
    try (Party operator = party("operator", stormServer)) {
      operator.twoPhase().accounts().open(openings());
      List<CompletableFuture<List<TransactionOutcome>>> imports =
          IntStream.range(0, IMPORTS)
              .mapToObj(at -> requests("file" + at, rows))
              .map(file -> CompletableFuture.supplyAsync(() -> run(stormServer, file)))
              .toList();
      List<TransactionOutcome> outcomes =
          imports.stream().flatMap(running -> running.join().stream()).toList();
      assertThat(operator.twoPhase().audit().run().findings()).as("seed %d", seed).isEmpty();
      return outcomes;
    }
  }

  private static List<TransactionOutcome> run(StormServer stormServer, List<TransferRequest> file) {
    try (Party party = party(file.get(0).id().value(), stormServer)) {
      return party.twoPhase().transfers().transferAll(file, Order.AS_GIVEN);
    }
  }

  private static Party party(String name, StormServer stormServer) {
    return Party.of(name, stormServer.direct(), stormServer, UnaryOperator.identity());
  }

  private static List<Opening> openings() {
    return IntStream.range(0, ACCOUNTS)
        .mapToObj(at -> account("hot" + at).opening(cents(1_000_000)))
        .toList();
  }

  private List<TransferRequest> requests(String file, int rows) {
    List<TransferRequest> requests = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      requests.add(
          new TransferRequest(
              transactionId(file + ":" + row),
              accountId("hot" + from),
              accountId("hot" + to),
              cents(1 + random.nextInt(100))));
    }
    return requests;
  }
}
