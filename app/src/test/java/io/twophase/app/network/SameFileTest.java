package io.twophase.app.network;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.network.storm.StormServer;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two imports of one file at once, in its order: both come through, and answer what one row after
 * the other comes to. {@code -Dtwophase.samefile=N} gives the file N rows.
 */
class SameFileTest {

  private static final int ACCOUNTS = 20;
  private static final int ROWS = Integer.getInteger("twophase.samefile", 300);

  private final long seed = Seed.next("SameFileTest");
  private final Random random = new Random(seed);
  private final MongoServer server = new MongoServer(new MemoryBackend());

  @AfterEach
  void close() {
    server.shutdownNow();
  }

  @Test
  void bothComeThrough() {
    StormServer stormServer = StormServer.on(server.bindAndGetConnectionString());
    List<TransferRequest> file = requests();
    try (MongoClient client = stormServer.direct();
        TwoPhase first = twoPhase("one", stormServer, client, 500);
        TwoPhase second = twoPhase("other", stormServer, client, 70)) {
      first
          .accounts()
          .open(
              IntStream.range(0, ACCOUNTS)
                  .mapToObj(at -> account("a" + at).opening(cents(100)))
                  .toList());
      CompletableFuture<List<TransactionOutcome>> beside =
          CompletableFuture.supplyAsync(() -> second.transfers().transferAll(file, Order.AS_GIVEN));
      List<TransactionOutcome> outcomes = first.transfers().transferAll(file, Order.AS_GIVEN);
      List<TransactionOutcome> others = beside.join();

      assertThat(applied(outcomes)).as("seed %d", seed).isEqualTo(serially(file));
      assertThat(applied(others)).as("seed %d", seed).isEqualTo(serially(file));
      assertThat(outcomes).as("seed %d", seed).noneMatch(TransactionOutcome::isOpenEnded);
      assertThat(others).as("seed %d", seed).noneMatch(TransactionOutcome::isOpenEnded);
      assertThat(first.audit().run().findings()).as("seed %d", seed).isEmpty();
    }
  }

  private static TwoPhase twoPhase(
      String name, StormServer server, MongoClient client, int batchSize) {
    return TwoPhase.over(server.store(client))
        .settings(new TwoPhaseSettings(EngineSettings.of(new ApplicationName(name)), batchSize))
        .build();
  }

  private static List<Boolean> applied(List<TransactionOutcome> outcomes) {
    return outcomes.stream().map(TransactionOutcome::isApplied).toList();
  }

  private static List<Boolean> serially(List<TransferRequest> file) {
    long[] balances = new long[ACCOUNTS];
    Arrays.fill(balances, 100);
    List<Boolean> applied = new ArrayList<>();
    for (TransferRequest row : file) {
      int from = Integer.parseInt(row.source().value().substring(1));
      int to = Integer.parseInt(row.destination().value().substring(1));
      boolean fits = balances[from] >= row.amount().minor();
      if (fits) {
        balances[from] -= row.amount().minor();
        balances[to] += row.amount().minor();
      }
      applied.add(fits);
    }
    return applied;
  }

  private List<TransferRequest> requests() {
    List<TransferRequest> requests = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      requests.add(
          new TransferRequest(
              transactionId("row" + row),
              accountId("a" + from),
              accountId("a" + to),
              cents(1 + random.nextInt(100))));
    }
    return requests;
  }
}
