package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.console.testing.Bank;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How often the sampler reads, counted at the ports. */
class SamplerTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final SettableClock clock = new SettableClock(Fixtures.NOW);
  private final AtomicInteger reads = new AtomicInteger();
  private volatile Runnable before = () -> {};
  private final Store store =
      Interceptor.before(
          Store.class,
          InMemoryStore.create(clock),
          (method, asked, call) -> {
            reads.incrementAndGet();
            before.run();
            return call.make();
          });
  private volatile Duration setBack = Duration.ZERO;
  private final InstantSource wall = () -> clock.instant().minus(setBack);
  private final Sampler sampler = new Sampler(store, wall);

  /** Somebody looks until a reading has come to its end that was begun now at the earliest. */
  private Sample lookedAgain() {
    clock.advance(HOUR);
    return Awaitility.await()
        .until(
            () -> sampler.look(false),
            seen -> seen.fault().isPresent() || seen.at().equals(Optional.of(wall.instant())));
  }

  private void goAway() {
    before =
        () -> {
          throw new StoreUnavailableException("the store is away");
        };
  }

  @Test
  void whoeverLooksSeesAllOfItAndTheOthersShareThat() {
    lookedAgain();
    sampler.look(false);
    clock.advance(Duration.ofSeconds(2));
    sampler.look(true);
    assertThat(reads).hasValue(3);

    sampler.look(false);
    Awaitility.await().until(() -> reads.get() == 6);
    Awaitility.await().until(() -> sampler.look(true).at().equals(Optional.of(clock.instant())));
    clock.advance(Duration.ofSeconds(6));
    sampler.look(true);
    Awaitility.await().until(() -> reads.get() == 9);
  }

  @Test
  void aStoreThatGoesAwayIsReportedAndAskedAgain() {
    lookedAgain();
    goAway();
    Sample away = lookedAgain();
    assertThat(away.fault()).contains("the store is away");
    assertThat(away.isRead()).isTrue();
    assertThat(reads).hasValue(4);

    before = () -> {};
    clock.advance(HOUR);
    Awaitility.await().until(() -> sampler.look(false).fault().isEmpty());
  }

  @Test
  void aStoreThatWasNeverThereIsAFault() {
    goAway();

    Awaitility.await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> sampler.look(true))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("the store is away"));
  }

  @Test
  void anErrorEndsOneReadingOnly() {
    before =
        () -> {
          before = () -> {};
          throw new StackOverflowError();
        };
    sampler.look(false);
    Awaitility.await().until(() -> reads.get() == 1);

    assertThat(lookedAgain().isRead()).isTrue();
  }

  @Test
  void whoeverLooksDoesNotWaitForASlowStoreNorAskItOnceMore() {
    CountDownLatch slow = new CountDownLatch(1);
    before = () -> Bank.await(slow);

    assertThat(sampler.look(false).isRead()).isFalse();
    clock.advance(HOUR);
    assertThat(sampler.look(false).isRead()).isFalse();
    assertThat(reads).hasValue(1);
    slow.countDown();
    Awaitility.await().until(() -> sampler.look(false).isRead());
  }

  @Test
  void aClockThatIsSetBackStopsNoReading() {
    lookedAgain();
    setBack = HOUR.plusSeconds(1);

    assertThat(lookedAgain().isRead()).isTrue();
  }

  @Test
  void aSlowStoreIsNotKeptBusy() {
    before = () -> LockSupport.parkNanos(500_000_000);
    lookedAgain();
    before = () -> {};
    clock.advance(Duration.ofSeconds(7));
    sampler.look(false);
    assertThat(reads).hasValue(3);

    lookedAgain();
    assertThat(reads).hasValue(6);
  }
}
