package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.bench.competitor.Host;
import io.twophase.test.contract.Moment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Evidence costs what docs/OPERATIONS.md says. */
class EvidenceWorkTest {

  private final CountedServer server = new CountedServer();
  private Host host;

  @BeforeEach
  void open() {
    host = server.hostWithEvents();
    host.twoPhase().evidence().turnOn();
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

  private Work counted(Runnable pass) {
    run(10);
    run(1);
    // what is decided in this very millisecond is left to the next pass
    Moment.pass();
    return server.of(pass);
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
    assertThat(bytes).as("two leaves, and ten members of 32 bytes").isBetween(500L, 560L);
  }
}
