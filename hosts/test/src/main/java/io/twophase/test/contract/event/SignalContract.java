package io.twophase.test.contract.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.ports.DecisionSignal;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of waking those who wait for decisions, for stores that do so. */
@DisplayName("Signals")
@SuppressWarnings("try") // what is closed is not asked for anything else
public abstract class SignalContract extends EventContract {

  private final Semaphore rung = new Semaphore(0);

  @BeforeEach
  void turnOn() {
    events().turnOn();
  }

  private boolean isRung(Semaphore listener) {
    try {
      return listener.tryAcquire(contract().patience().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void aDecisionIsSignalled() {
    assumeTrue(contract().isSignalling(), "this store wakes nobody");
    try (DecisionSignal.Listening listening = events().decisions().listen(rung::release)) {
      apply("T1");
      assertThat(isRung(rung)).isTrue();
      rung.drainPermits();
      begin("T2");
      cancel(lone("T2"));

      assertThat(isRung(rung)).isTrue();
    }
  }

  @Test
  void theDecisionOfABatchIsSignalled() {
    assumeTrue(contract().isSignalling(), "this store wakes nobody");
    beginBatch("T1", "T2");
    try (DecisionSignal.Listening listening = events().decisions().listen(rung::release)) {
      decide(BATCH);

      assertThat(isRung(rung)).isTrue();
    }
  }

  @Test
  void nobodyIsCalledOnceItIsClosed() {
    DecisionSignal.Listening listening = events().decisions().listen(rung::release);
    listening.close();
    listening.close();
    rung.drainPermits();

    apply("T1");

    assertThat(rung.availablePermits()).isZero();
  }

  @Test
  void othersAreStillCalledWhenOneIsClosed() {
    assumeTrue(contract().isSignalling(), "this store wakes nobody");
    Runnable listener = rung::release;
    DecisionSignal.Listening closed = events().decisions().listen(listener);
    try (DecisionSignal.Listening listening = events().decisions().listen(listener)) {
      closed.close();
      apply("T1");

      assertThat(isRung(rung)).isTrue();
    }
  }
}
