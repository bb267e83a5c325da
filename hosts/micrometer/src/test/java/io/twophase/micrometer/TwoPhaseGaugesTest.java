package io.twophase.micrometer;

import static io.twophase.micrometer.Bank.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TwoPhaseGaugesTest {

  private static final Duration OFTEN = Duration.ofMillis(5);
  private static final Duration ONCE = ChronoUnit.FOREVER.getDuration();

  private final Bank bank = new Bank();
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean silent = new AtomicBoolean();
  private final TwoPhase host = bank.host(TwoPhaseListener.IGNORED).build();

  private double unfinished(String state) {
    return meters.get("twophase.unfinished").tag("state", state).gauge().value();
  }

  private double age(String state) {
    return meters.get("twophase.unfinished.age").tag("state", state).gauge().value();
  }

  private double answered() {
    return meters.get("twophase.store.asked").tag("result", "answered").counter().count();
  }

  /** The bank's store, which counts who asks for its records, and may be out of reach. */
  private Store counted() {
    return Interceptor.before(
        Store.class,
        bank.store(),
        (method, arguments, call) -> {
          if (method.equals("list")) {
            asked.incrementAndGet();
            if (silent.get()) {
              throw new StoreUnavailableException("planted");
            }
          }
          return call.make();
        });
  }

  @Test
  void whatADeadProcessLeftIsSeenUntilItIsRecovered() {
    bank.leave("left");
    try (TwoPhaseGauges gauges = TwoPhaseGauges.start(host, bank.store(), meters, OFTEN)) {
      assertThat(gauges).isNotNull();
      await().atMost(ONE_MINUTE).until(() -> unfinished("pending") == 1 && age("pending") > 0);
      host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
      await().atMost(ONE_MINUTE).until(() -> unfinished("pending") == 0 && age("pending") == 0);
      assertThat(unfinished("initial") + unfinished("applied") + unfinished("canceling")).isZero();
      assertThat(unfinished("unreadable")).isZero();
    }
  }

  @Test
  void aBatchThatADeadProcessLeftIsSeenAsOne() {
    bank.leaveBatch("t1", "t2");

    assertThat(TwoPhaseGauges.unfinished(bank.store()).get("pending").getCount()).isEqualTo(1);
  }

  @Test
  void aScrapeAsksTheStoreForNothing() {
    try (TwoPhaseGauges gauges = TwoPhaseGauges.start(host, counted(), meters, ONCE)) {
      assertThat(gauges).isNotNull();
      await().atMost(ONE_MINUTE).until(() -> answered() == 1);
      for (int scrape = 0; scrape < 100; scrape++) {
        assertThat(unfinished("pending") + age("pending")).isZero();
      }
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void whereTheStoreDoesNotAnswerNothingIsKnown() {
    silent.set(true);
    try (TwoPhaseGauges gauges = TwoPhaseGauges.start(host, counted(), meters, OFTEN)) {
      assertThat(gauges).isNotNull();
      await()
          .atMost(ONE_MINUTE)
          .until(
              () ->
                  meters.get("twophase.store.asked").tag("result", "failed").counter().count()
                      >= 2);
      assertThat(unfinished("pending")).isNaN();
      assertThat(age("pending")).isNaN();
      silent.set(false);
      await().atMost(ONE_MINUTE).until(() -> unfinished("pending") == 0);
    }
  }

  @Test
  void whatWaitsInThisProcessIsAGauge() {
    bank.leave("live");
    try (TwoPhaseGauges gauges = TwoPhaseGauges.start(host, bank.store(), meters, ONCE)) {
      assertThat(gauges).isNotNull();
      var blocked = host.transfers().submit(request("live", 1));
      await()
          .atMost(ONE_MINUTE)
          .until(
              () -> blocked.isDone() || meters.get("twophase.queue.blocked").gauge().value() == 1);
      blocked.join();
      await()
          .atMost(ONE_MINUTE)
          .until(() -> meters.get("twophase.queue.blocked").gauge().value() == 0);
      assertThat(meters.get("twophase.queue.waiting").gauge().value()).isZero();
    }
  }

  @Test
  void closedItAsksNoMoreAndItsGaugesAreGone() {
    TwoPhaseGauges gauges = TwoPhaseGauges.start(host, counted(), meters, OFTEN);
    await().atMost(ONE_MINUTE).until(() -> answered() > 1);
    gauges.close();
    int last = asked.get();
    gauges.close();

    assertThat(meters.find("twophase.unfinished").gauges()).isEmpty();
    assertThat(meters.find("twophase.queue.waiting").gauges()).isEmpty();
    assertThat(asked).hasValue(last);
  }

  /** A registry has the gauges of the first. */
  @Test
  void theEndOfASecondLeavesTheGaugesOfTheFirst() {
    try (TwoPhaseGauges first = TwoPhaseGauges.start(host, bank.store(), meters, OFTEN)) {
      assertThat(first).isNotNull();
      TwoPhaseGauges.start(host, bank.store(), meters, ONCE).close();

      assertThat(meters.find("twophase.queue.waiting").gauges()).hasSize(1);
      await().atMost(ONE_MINUTE).until(() -> unfinished("pending") == 0);
    }
    assertThat(meters.find("twophase.unfinished").gauges()).isEmpty();
  }

  @Test
  void anIntervalIsPositive() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TwoPhaseGauges.start(host, bank.store(), meters, Duration.ZERO));
  }
}
