package io.twophase;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.EventWait.Bell;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits of minutes, which a test would not outlive, end by what is tested. */
@Timeout(30)
class BellTest {

  private final Bell bell = new Bell();

  @Test
  void aRingBeforeTheWaitIsKeptForIt() {
    bell.ring();

    assertThat(bell.await(ZERO, ofMinutes(9))).isTrue();
    assertThat(bell.await(ZERO, ofMillis(1))).isFalse();
  }

  @Test
  void aRingEndsTheWait() {
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> bell.await(ZERO, ofMinutes(9)));

    bell.ring();

    assertThat(waiting.join()).isTrue();
  }

  @Test
  void theLeastIsWaitedThoughItIsRung() {
    bell.ring();
    long begun = System.nanoTime();

    assertThat(bell.await(ofMillis(20), ofMillis(10))).isTrue();

    assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(ofMillis(20).toNanos());
  }

  @Test
  void closingEndsTheWaitAndAllThatFollow() {
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> bell.await(ofMinutes(9), ofMinutes(9)));

    bell.close();

    assertThat(waiting.join()).isFalse();
    assertThat(bell.await(ofMinutes(9), ofMinutes(9))).isFalse();
  }

  @Test
  void anInterruptEndsNoWaitAndIsKept() {
    Thread.currentThread().interrupt();
    long begun = System.nanoTime();

    bell.await(ZERO, ofMillis(20));

    assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(ofMillis(20).toNanos());
    assertThat(Thread.interrupted()).isTrue();
  }
}
