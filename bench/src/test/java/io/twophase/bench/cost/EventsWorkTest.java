package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.bench.server.Target;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.test.contract.Moment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events cost what docs/OPERATIONS.md says. */
class EventsWorkTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient beside = Target.of(server.uri()).connect();
  private final WorkCounter counter = new WorkCounter(beside, Ledger::isPreparation);
  private final MongoClient client = Target.of(server.uri()).connect(List.of(counter));
  private Host host;

  @BeforeEach
  void open() {
    MongoStore.using(
            client,
            "bench",
            MongoStoreSettings.defaults()
                .withCollections(Ledger.ACCOUNTS, Ledger.TRANSACTIONS)
                .withProbe(false))
        .events()
        .get()
        .turnOn();
    host = Host.of(client, "bench", 100, "t");
    host.open(2, 1_000);
    run(1);
  }

  @AfterEach
  void close() {
    host.close();
    client.close();
    beside.close();
    server.close();
  }

  private Work run(int transfers) {
    Work before = counter.work();
    List<TransferRequest> requests =
        Stream.generate(() -> host.request(new BenchTransfer(0, 1, 5))).limit(transfers).toList();
    assertThat(host.twoPhase().transfers().transferAll(requests, Order.ANY))
        .allMatch(TransactionOutcome::isApplied);
    return counter.work().since(before);
  }

  /** Without events a record, or a batch, changes three keys: see {@link TransferWorkTest}. */
  @Test
  void aRecordCostsOneKeyMoreAndATransferInABatchNone() {
    for (int transfers : List.of(1, 10)) {
      Work work = run(transfers);

      assertThat(work.of(Charge.INSERTED_KEY)).isEqualTo(1);
      assertThat(work.of(Charge.CHANGED_KEY)).isEqualTo(4);
      assertThat(work.of(Charge.ROUND_TRIP)).isEqualTo(5);
      assertThat(work.of(Charge.MAJORITY_WAIT)).isEqualTo(4);
    }
  }

  @Test
  void aNumberIsOneInsertAndOneUpdateOfARecordAndABatchIsOne() {
    Moment.pass();
    host.twoPhase().events().number();
    run(10);
    run(1);
    // what is decided in this very millisecond is left to the next pass
    Moment.pass();
    Work before = counter.work();

    host.twoPhase().events().number();

    Work work = counter.work().since(before);
    assertThat(work.of(Charge.INSERT)).isEqualTo(2);
    assertThat(work.of(Charge.UPDATE)).as("two marks, and what is confirmed").isEqualTo(3);
    assertThat(work.of(Charge.CHANGED_KEY)).isEqualTo(2);
    assertThat(work.of(Charge.MAJORITY_WAIT)).isEqualTo(3);
  }
}
