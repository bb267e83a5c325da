package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.bench.competitor.Host;
import io.twophase.test.contract.Moment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events cost what docs/OPERATIONS.md says. */
class EventsWorkTest {

  private final CountedServer server = new CountedServer();
  private Host host;

  @BeforeEach
  void open() {
    host = server.hostWithEvents();
    run(1);
  }

  @AfterEach
  void close() {
    host.close();
    server.close();
  }

  private Work run(int transfers) {
    return server.ofTransfers(host, transfers);
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
    Work before = server.work();

    host.twoPhase().events().number();

    Work work = server.work().since(before);
    assertThat(work.of(Charge.INSERT)).isEqualTo(2);
    assertThat(work.of(Charge.UPDATE)).as("two marks, and what is confirmed").isEqualTo(3);
    assertThat(work.of(Charge.CHANGED_KEY)).isEqualTo(2);
    assertThat(work.of(Charge.MAJORITY_WAIT)).isEqualTo(3);
  }
}
