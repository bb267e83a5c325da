package io.twophase.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.twophase.TwoPhase;
import io.twophase.domain.transaction.State;
import io.twophase.micrometer.TwoPhaseMeter.MeterKey;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of what waits in this process, and of what is unfinished in the store, whichever process
 * has left it.
 *
 * <p>The store is asked by a thread of its own, once in an interval, with a read of at most 1,000
 * records; a scrape reads what was seen last, and asks nothing. If the store has not answered, or
 * was not asked yet, then its gauges are not a number. A registry has the gauges of one {@link
 * TwoPhase}, the first. To be closed before the {@link TwoPhase} and its store. Thread-safe.
 */
public final class TwoPhaseGauges implements AutoCloseable {

  private static final long END_SECONDS = 30;

  /** More are not read. */
  private static final int LIMIT = 1_000;

  /** The mark of an unreadable record, in place of a state. */
  private static final String UNREADABLE = "unreadable";

  /**
   * The states in which something is unfinished. An authorized transaction waits for its capture.
   */
  private static final List<String> STATES =
      List.of(
          name(State.INITIAL),
          name(State.PENDING),
          name(State.APPLIED),
          name(State.CANCELING),
          UNREADABLE);

  private final Store store;
  private final MeterRegistry meters;
  private final Counter answered;
  private final Counter failed;
  private final List<Meter> gauges = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable Map<String, LongSummaryStatistics>> seen =
      new AtomicReference<>();
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
            gauges::ask, 0, TimeUnit.NANOSECONDS.convert(interval), TimeUnit.NANOSECONDS);
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
    List<Meter> before = meters.getMeters();
    this.answered = asked("answered");
    this.failed = asked("failed");
    gauges.add(
        Gauge.builder(TwoPhaseMeter.QUEUE_WAITING.getName(), () -> twophase.counters().waiting())
            .register(meters));
    gauges.add(
        Gauge.builder(TwoPhaseMeter.QUEUE_BLOCKED.getName(), () -> twophase.counters().blocked())
            .register(meters));
    for (String state : STATES) {
      gauges.add(gauge(TwoPhaseMeter.UNFINISHED, state, LongSummaryStatistics::getCount));
      gauges.add(
          gauge(
              TwoPhaseMeter.UNFINISHED_AGE,
              state,
              all -> all.getCount() == 0 ? 0 : all.getMax() / 1_000.0));
    }
    // those of another are not this one's to take away
    gauges.removeAll(before);
  }

  private Counter asked(String result) {
    return meters.counter(TwoPhaseMeter.STORE_ASKED.getName(), MeterKey.RESULT.asString(), result);
  }

  private Gauge gauge(
      TwoPhaseMeter meter, String state, ToDoubleFunction<LongSummaryStatistics> value) {
    return Gauge.builder(
            meter.getName(),
            () -> {
              Map<String, LongSummaryStatistics> last = seen.get();
              return last == null
                  ? Double.NaN
                  : value.applyAsDouble(last.getOrDefault(state, new LongSummaryStatistics()));
            })
        .tag(MeterKey.STATE.asString(), state)
        .baseUnit(meter.getBaseUnit())
        .register(meters);
  }

  private void ask() {
    try {
      seen.set(unfinished(store));
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

  /**
   * The unfinished transactions and batches of a store, whose transfers do not count by themselves,
   * by their states: how many there are, and for how many milliseconds each has not changed.
   *
   * @throws io.twophase.ports.StoreException if the store does not answer
   */
  static Map<String, LongSummaryStatistics> unfinished(Store store) {
    return store.records().list(RecordQuery.unfinished(Duration.ZERO, LIMIT)).stream()
        .collect(
            Collectors.groupingBy(
                one -> one.record().map(record -> name(record.state())).orElse(UNREADABLE),
                Collectors.summarizingLong(
                    one -> one.record().isPresent() ? one.unmodifiedFor().toMillis() : 0)));
  }

  private static String name(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
