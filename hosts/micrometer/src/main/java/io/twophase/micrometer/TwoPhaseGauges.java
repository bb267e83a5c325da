package io.twophase.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.twophase.TwoPhase;
import io.twophase.micrometer.TwoPhaseMeter.MeterKey;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of what waits in this process, and of what is unfinished in the store, whichever process
 * has left it.
 *
 * <p>The store is asked by a thread of its own, once in an interval, with a read of at most 1,000
 * records; a scrape reads what was seen last, and asks nothing. Where the store has not answered,
 * or was not asked yet, its gauges are not a number. To be closed before the {@link TwoPhase} and
 * its store. Thread-safe.
 */
public final class TwoPhaseGauges implements AutoCloseable {

  private static final long END_SECONDS = 30;

  private final Store store;
  private final MeterRegistry meters;
  private final Counter answered;
  private final Counter failed;
  private final List<Meter> gauges = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable Unfinished> seen = new AtomicReference<>();
  private final ScheduledExecutorService thread;

  /**
   * Registers the gauges, and begins to ask the store.
   *
   * @param store of {@code twophase}
   * @param interval from an answer of the store to the next question
   * @throws IllegalArgumentException if the interval is not positive
   */
  public static TwoPhaseGauges start(
      TwoPhase twophase, Store store, MeterRegistry meters, Duration interval) {
    if (interval.isZero() || interval.isNegative()) {
      throw new IllegalArgumentException("the interval is not positive: " + interval);
    }
    TwoPhaseGauges gauges =
        new TwoPhaseGauges(
            Objects.requireNonNull(twophase, "twophase"),
            Objects.requireNonNull(store, "store"),
            Objects.requireNonNull(meters, "meters"));
    var unused =
        gauges.thread.scheduleWithFixedDelay(
            gauges::ask, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    return gauges;
  }

  private TwoPhaseGauges(TwoPhase twophase, Store store, MeterRegistry meters) {
    this.store = store;
    this.meters = meters;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread daemon = new Thread(task, "twophase-gauges");
              daemon.setDaemon(true);
              return daemon;
            });
    this.answered = asked("answered");
    this.failed = asked("failed");
    gauges.add(
        Gauge.builder(TwoPhaseMeter.QUEUE_WAITING.getName(), () -> twophase.counters().waiting())
            .register(meters));
    gauges.add(
        Gauge.builder(TwoPhaseMeter.QUEUE_BLOCKED.getName(), () -> twophase.counters().blocked())
            .register(meters));
    for (String state : Unfinished.STATES) {
      gauges.add(gauge(TwoPhaseMeter.UNFINISHED, state, seen -> seen.count(state)));
      gauges.add(gauge(TwoPhaseMeter.UNFINISHED_AGE, state, seen -> seen.age(state)));
    }
  }

  private Counter asked(String result) {
    return meters.counter(TwoPhaseMeter.STORE_ASKED.getName(), MeterKey.RESULT.asString(), result);
  }

  private Gauge gauge(TwoPhaseMeter meter, String state, ToDoubleFunction<Unfinished> value) {
    return Gauge.builder(
            meter.getName(),
            () -> {
              Unfinished last = seen.get();
              return last == null ? Double.NaN : value.applyAsDouble(last);
            })
        .tag(MeterKey.STATE.asString(), state)
        .baseUnit(meter.getBaseUnit())
        .register(meters);
  }

  private void ask() {
    try {
      seen.set(Unfinished.read(store));
      answered.increment();
    } catch (RuntimeException | Error fault) {
      // whatever it is: the next question may have an answer, and a dead thread would have none
      seen.set(null);
      failed.increment();
    }
  }

  /**
   * Takes the gauges away, and waits for the question that is under way, for 30 seconds.
   * Idempotent.
   */
  @Override
  public void close() {
    gauges.forEach(meters::remove);
    gauges.clear();
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
