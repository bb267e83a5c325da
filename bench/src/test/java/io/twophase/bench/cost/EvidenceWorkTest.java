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

/** Evidence costs what docs/OPERATIONS.md says. */
class EvidenceWorkTest {

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
    host.twoPhase().evidence().turnOn();
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

  private Work counted(Runnable pass) {
    run(10);
    run(1);
    // what is decided in this very millisecond is left to the next pass
    Moment.pass();
    Work before = counter.work();
    pass.run();
    return counter.work().since(before);
  }

  @Test
  void aLeafIsOneInsertOfARecordAndABatchIsOne() {
    Moment.pass();
    host.twoPhase().events().number();
    Work numbers = counted(() -> host.twoPhase().events().number());
    Moment.pass();
    host.twoPhase().evidence().grow();

    Work both = counted(() -> host.twoPhase().evidence().grow());

    assertThat(both.of(Charge.INSERT) - numbers.of(Charge.INSERT)).isEqualTo(2);
    assertThat(both.of(Charge.UPDATE)).isEqualTo(numbers.of(Charge.UPDATE));
    assertThat(both.of(Charge.CHANGED_KEY)).isEqualTo(numbers.of(Charge.CHANGED_KEY));
    assertThat(both.of(Charge.MAJORITY_WAIT) - numbers.of(Charge.MAJORITY_WAIT)).isEqualTo(1);
    long bytes = both.of(Charge.BYTE_WRITTEN) - numbers.of(Charge.BYTE_WRITTEN);
    assertThat(bytes).as("two leaves, and ten members of 32 bytes").isBetween(400L, 700L);
  }
}
