package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How often the sampler reads, counted at the ports. */
class SamplerTest {

  private static final Duration PERIOD = Duration.ofMillis(20);

  private final SettableClock clock = new SettableClock(Fixtures.NOW);
  private final AtomicInteger reads = new AtomicInteger();
  private volatile long slow;
  private final AtomicBoolean isAway = new AtomicBoolean();
  private final AtomicBoolean isBroken = new AtomicBoolean();
  private final Store store =
      Interceptor.before(
          Store.class,
          InMemoryStore.create(clock),
          (method, asked, call) -> {
            reads.incrementAndGet();
            if (slow > 0) {
              sleep(slow);
            }
            if (isBroken.getAndSet(false)) {
              throw new StackOverflowError();
            }
            if (isAway.get()) {
              throw new StoreUnavailableException("the store is away");
            }
            return call.make();
          });
  @AutoClose private final Sampler sampler = new Sampler(store, clock, PERIOD);

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitReads(int least) {
    Awaitility.await().until(() -> reads.get() >= least);
  }

  @Test
  void nothingIsReadBeforeSomebodyLooks() throws InterruptedException {
    Thread.sleep(5 * PERIOD.toMillis());

    assertThat(reads).hasValue(0);
  }

  @Test
  void whoeverLooksSeesAllOfItAndTheOthersShareThat() {
    Sampler slow = new Sampler(store, clock, Duration.ofMinutes(1));

    slow.now();
    slow.now();

    assertThat(reads).hasValue(3);
    slow.close();
  }

  @Test
  void onePageIsReadInEachPeriodUntilNobodyHasLookedForTenMinutes() throws InterruptedException {
    long begun = System.nanoTime();
    sampler.now();
    awaitReads(9);
    int more = reads.get() - 3;
    assertThat((System.nanoTime() - begun) / PERIOD.toNanos()).isGreaterThanOrEqualTo(more);

    clock.advance(Duration.ofMinutes(10));
    Thread.sleep(5 * PERIOD.toMillis());
    int last = reads.get();
    Thread.sleep(5 * PERIOD.toMillis());

    assertThat(reads).hasValue(last);
    sampler.last();
    awaitReads(last + 4);
  }

  @Test
  void aStreamThatWaitsCountsAsLooking() throws InterruptedException {
    sampler.now();
    long shown = 0;
    for (int minutes = 0; minutes < 30; minutes += 5) {
      clock.advance(Duration.ofMinutes(5));
      shown = sampler.next(shown, Duration.ofSeconds(5)).orElseThrow().number();
    }

    int before = reads.get();
    awaitReads(before + 2);
  }

  @Test
  void aStoreThatGoesAwayIsReportedAndAskedAgain() throws InterruptedException {
    sampler.now();
    isAway.set(true);
    Awaitility.await().until(() -> sampler.last().fault().equals(Optional.of("the store is away")));

    isAway.set(false);
    Awaitility.await().until(() -> sampler.last().fault().isEmpty());
  }

  @Test
  void aStoreThatWasNeverThereIsAFault() {
    isAway.set(true);

    assertThatThrownBy(sampler::last)
        .isInstanceOf(StoreException.class)
        .hasMessage("the store is away");
  }

  @Test
  void anErrorEndsItUntilTheNextViewer() {
    sampler.now();
    isBroken.set(true);
    Awaitility.await()
        .dontCatchUncaughtExceptions()
        .until(() -> !sampler.feed().newest().orElseThrow().value().isRead());

    Awaitility.await().until(() -> sampler.last().isRead());
  }

  @Test
  void nothingIsKeptForNobody() {
    sampler.now();
    clock.advance(Duration.ofMinutes(10));

    Awaitility.await().until(() -> !sampler.feed().newest().orElseThrow().value().isRead());
  }

  @Test
  void closingEndsIt() throws InterruptedException {
    sampler.now();
    sampler.close();
    Thread.sleep(2 * PERIOD.toMillis());
    int last = reads.get();
    Thread.sleep(5 * PERIOD.toMillis());

    assertThat(reads).hasValue(last);
    assertThat(sampler.next(0, Duration.ofMinutes(1))).isEmpty();
  }

  @Test
  void closingEndsTheRestAfterASlowReading() {
    slow = 800;
    sampler.now();
    sampler.close();

    Awaitility.await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(one -> "twophase-console-sampler".equals(one.getName())));
  }

  @Test
  void whoeverLooksDoesNotWaitForASlowStore() {
    slow = 1_000;

    assertThat(sampler.now().isRead()).isFalse();
    slow = 0;
    Awaitility.await().until(() -> sampler.last().isRead());
  }

  @Test
  void aSlowStoreIsNotKeptBusy() {
    slow = 100;
    sampler.now();
    awaitReads(3);
    slow = 0;
    long begun = System.nanoTime();
    awaitReads(4);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(1));
  }
}
