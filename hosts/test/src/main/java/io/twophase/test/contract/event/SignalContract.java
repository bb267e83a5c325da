package io.twophase.test.contract.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.ports.DecisionSignal;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of waking those who wait for decisions, for stores that do so. */
@DisplayName("Signals")
@SuppressWarnings("try") // what is closed is not asked for anything else
public abstract class SignalContract extends EventContract {

  private final Supplier<Boolean> isGiven;
  private final Duration patience;
  private final Semaphore rung = new Semaphore(0);

  /**
   * @param fresh gives an empty store; asked once before each test
   * @param isGiven whether that store wakes anybody
   * @param patience how long a signal may take
   */
  protected SignalContract(
      Supplier<EventStore> fresh, Supplier<Boolean> isGiven, Duration patience) {
    super(fresh);
    this.isGiven = isGiven;
    this.patience = patience;
  }

  @BeforeEach
  void turnOn() {
    events().turnOn();
  }

  private boolean isRung(Semaphore listener) {
    try {
      return listener.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void aDecisionIsSignalled() {
    assumeTrue(isGiven.get(), "this store wakes nobody");
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
    assumeTrue(isGiven.get(), "this store wakes nobody");
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
    assumeTrue(isGiven.get(), "this store wakes nobody");
    Runnable listener = rung::release;
    DecisionSignal.Listening closed = events().decisions().listen(listener);
    try (DecisionSignal.Listening listening = events().decisions().listen(listener)) {
      closed.close();
      apply("T1");

      assertThat(isRung(rung)).isTrue();
    }
  }
}
