package io.twophase.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  @Test
  void aStoreThatWaitsForNobodyLimitsNothing() {
    assertThat(CallLimit.NONE.<String>within(Duration.ofNanos(1), () -> "answer"))
        .isEqualTo("answer");
  }

  @Test
  void whoCarriesNothingHasItsTasksAsTheyAre() {
    Runnable task = () -> {};

    assertThat(CallerContext.NONE.capture().wrap(task)).isSameAs(task);
  }

  @Test
  void whatIsLateWasNotSent() {
    assertThat(new DeadlinePassedException())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the deadline has passed")
        .hasNoCause();
  }
}
