package io.twophase.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small values of the ports, and what stands for nothing. */
class PortValuesTest {

  @Test
  void aPeriodOfReceiptsIsAboveZeroOrForEver() {
    assertThat(ReceiptPeriod.of(Duration.ofDays(1)).limit()).contains(Duration.ofDays(1));
    assertThat(ReceiptPeriod.FOR_EVER.limit()).isEmpty();
    assertThatThrownBy(() -> ReceiptPeriod.of(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("receipts for PT0S");
    assertThatThrownBy(() -> ReceiptPeriod.of(Duration.ofDays(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aStoreThatNeverSignalsWakesNobody() {
    List<String> woken = new ArrayList<>();

    DecisionSignal.NONE.listen(() -> woken.add("woken")).close();

    assertThat(woken).isEmpty();
  }

  @Test
  void aStoreThatWaitsForNobodyLimitsNothing() {
    assertThat(CallLimit.NONE.<String>within(Duration.ofNanos(1), () -> "answer"))
        .isEqualTo("answer");
  }

  @Test
  void aCallerThatCarriesNothingHasItsTasksAsTheyAre() {
    Runnable task = () -> {};

    assertThat(CallerContext.NONE.capture().wrap(task)).isSameAs(task);
  }

  @Test
  void aCallThatIsLateWasNotSent() {
    assertThat(new DeadlinePassedException())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the deadline has passed")
        .hasNoCause();
  }
}
