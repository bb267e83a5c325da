package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server is charged for a transfer of as much as there is. */
class AtMostWorkTest {

  private final CountedServer server = new CountedServer();
  private final Host host =
      new Host(server.client(), CountedServer.DATABASE, 1, "t", UnaryOperator.identity());

  @AfterEach
  void close() {
    host.close();
    server.close();
  }

  private Work of(BenchTransfer transfer) {
    Work before = server.work();
    assertThat(
            host.twoPhase().transfers().transfer(host.request(transfer).takingAtMost()).isApplied())
        .isTrue();
    return server.work().since(before);
  }

  @Test
  void whereAllOfItIsThereItIsAnyTransfer() {
    host.open(2, 1_000);
    of(new BenchTransfer(0, 1, 5));
    Work work = of(new BenchTransfer(0, 1, 5));

    assertThat(work.of(Charge.ROUND_TRIP)).as("both are held at once").isEqualTo(5);
    assertThat(work.of(Charge.MAJORITY_WAIT)).as("all but finish").isEqualTo(4);
    assertThat(work.of(Charge.DOCUMENT_WRITE)).as("record 3, holds 2, settles 2").isEqualTo(7);
  }

  @Test
  void whereLessIsThereTheAccountIsReadToo() {
    host.open(2, 3);
    of(new BenchTransfer(0, 1, 5));
    Work work = of(new BenchTransfer(1, 0, 50));

    assertThat(work.of(Charge.ROUND_TRIP))
        .as("asked for all, two counted, read twice, asked for what is there")
        .isEqualTo(10);
    assertThat(work.of(Charge.MAJORITY_WAIT)).as("all but the reads and finish").isEqualTo(7);
    assertThat(work.of(Charge.DOCUMENT_WRITE)).as("record 3, holds 2, settles 2").isEqualTo(7);
  }
}
