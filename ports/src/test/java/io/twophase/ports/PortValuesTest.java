package io.twophase.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small values of the ports, and what stands for nothing. */
class PortValuesTest {

  @Test
  void aPeriodOfReceiptsIsAboveZeroOrForEver() {
    assertThat(ReceiptPeriod.of(Duration.ofDays(1)).limit()).contains(Duration.ofDays(1));
    assertThat(ReceiptPeriod.FOR_EVER.limit()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReceiptPeriod.of(Duration.ZERO))
        .withMessage("receipts for PT0S");
    assertThatIllegalArgumentException().isThrownBy(() -> ReceiptPeriod.of(Duration.ofDays(-1)));
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

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 10_001})
  void aPageOfAnyPortHasALimit(int limit) {
    assertThatThrownBy(() -> RecordQuery.requireLimit(limit))
        .hasMessage("limit %s: 1 to 10000", limit);
    assertThatThrownBy(() -> ActionRepository.checkPage(0, limit))
        .hasMessageContaining("out of range");
    assertThatThrownBy(() -> OwnerRepository.checkSilent(Duration.ZERO, limit))
        .hasMessageContaining("out of range");
  }

  @Test
  void aPageWithinTheLimitIsAskedFor() {
    assertThatNoException()
        .isThrownBy(
            () -> {
              RecordQuery.requireLimit(RecordQuery.MAX_LIMIT);
              ActionRepository.checkPage(0, ActionRepository.MAX_PAGE);
              OwnerRepository.checkSilent(Duration.ZERO, OwnerRepository.MAX_SILENT);
            });
    assertThatThrownBy(() -> ActionRepository.checkPage(-1, 1))
        .hasMessageContaining("out of range");
    assertThatThrownBy(() -> OwnerRepository.checkSilent(Duration.ofNanos(-1), 1))
        .hasMessageContaining("out of range");
  }
}
