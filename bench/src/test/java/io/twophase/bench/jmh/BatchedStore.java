package io.twophase.bench.jmh;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.Host;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The embedded server in memory, with transfers that were made in batches of one size. */
@State(Scope.Benchmark)
public class BatchedStore {

  static final int TRANSFERS = 5_000;

  private static final int ACCOUNTS = 100;

  /** How many transfers a batch has; one alone is a lone transaction. */
  @Param({"1", "5", "50", "500"})
  public int size;

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private final TwoPhase twoPhase =
      TwoPhase.over(
              MongoStore.using(client, "bench", MongoStoreSettings.defaults().withProbe(false)))
          .settings(new TwoPhaseSettings(EngineSettings.of(new ApplicationName("bench")), 500))
          .build();

  /** Makes the transfers, in file order: so the ids of a batch's transfers follow each other. */
  @Setup(Level.Trial)
  public void transfer() {
    twoPhase
        .accounts()
        .open(
            IntStream.range(0, ACCOUNTS)
                .mapToObj(number -> Opening.of(Host.account(number), cents(1_000_000)).get())
                .toList());
    for (int from = 0; from < TRANSFERS; from += size) {
      List<TransferRequest> batch =
          IntStream.range(from, from + size).mapToObj(BatchedStore::request).toList();
      if (!twoPhase.transfers().transferAll(batch, Order.ANY).stream()
          .allMatch(TransactionOutcome::isApplied)) {
        throw new IllegalStateException("not all transfers from " + from + " on were made");
      }
    }
  }

  private static TransferRequest request(int number) {
    return new TransferRequest(
        new TransactionId("transfer-%06d".formatted(number)),
        Host.account(number % ACCOUNTS),
        Host.account((number + 1) % ACCOUNTS),
        cents(1));
  }

  private static Money cents(long minor) {
    return new Money(minor, Host.CURRENCY);
  }

  /** Stops the server. */
  @TearDown(Level.Trial)
  public void close() {
    twoPhase.close();
    client.close();
    server.close();
  }

  TwoPhase twoPhase() {
    return twoPhase;
  }
}
