package io.twophase.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.micrometer.TwoPhaseMeter.MeterKey;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The counters and timers of what is no observation. Thread-safe. */
final class Counts {

  /** The effect of recovery on a transaction. */
  private enum Recovery {
    DONE,
    CANCELED,
    LEFT_TO_ANOTHER,
    UNREADABLE,
    UNFINISHED,
    AUTHORIZED
  }

  private final MeterRegistry registry;
  private final DistributionSummary batches;
  private final Counter retries;
  private final Counter busy;
  private final Counter conflicts;
  private final Counter takeOvers;
  private final Counter executorRefusals;

  Counts(MeterRegistry registry) {
    this.registry = registry;
    this.batches =
        DistributionSummary.builder(TwoPhaseMeter.BATCH_SIZE.getName())
            .description("transactions that share a batch")
            .register(registry);
    this.retries = counter(TwoPhaseMeter.RETRIES, Tags.empty());
    this.busy = counter(TwoPhaseMeter.BUSY, Tags.empty());
    this.conflicts = counter(TwoPhaseMeter.CONFLICTS, Tags.empty());
    this.takeOvers = counter(TwoPhaseMeter.TAKE_OVERS, Tags.empty());
    this.executorRefusals = counter(TwoPhaseMeter.EXECUTOR_REFUSALS, Tags.empty());
    for (Recovery result : Recovery.values()) {
      counter(TwoPhaseMeter.RECOVERED, result(name(result)));
    }
    for (Orphan.Outcome outcome : Orphan.Outcome.values()) {
      counter(TwoPhaseMeter.ORPHANS, result(name(outcome)));
    }
    for (String outcome : List.of(Outcomes.APPLIED, Outcomes.REFUSED)) {
      counter(TwoPhaseMeter.OUTCOMES, outcome(outcome, true));
    }
    for (String outcome : Outcomes.ALL) {
      counter(TwoPhaseMeter.OUTCOMES, outcome(outcome, false));
    }
  }

  private Counter counter(TwoPhaseMeter meter, Tags tags) {
    return registry.counter(meter.getName(), tags);
  }

  private static Tags result(String result) {
    return Tags.of(MeterKey.RESULT.asString(), result);
  }

  private static Tags outcome(String outcome, boolean found) {
    return Tags.of(
        MeterKey.OUTCOME.asString(), outcome, MeterKey.FOUND.asString(), String.valueOf(found));
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  void batch(int transfers) {
    batches.record(transfers);
  }

  void ended(TransactionOutcome outcome) {
    counter(TwoPhaseMeter.OUTCOMES, outcome(Outcomes.name(outcome), Outcomes.wasFound(outcome)))
        .increment();
  }

  void failed() {
    counter(TwoPhaseMeter.OUTCOMES, outcome(Outcomes.FAILED, false)).increment();
  }

  /** Measures a decision, but none that was found: it took no time. */
  void time(TwoPhaseMeter meter, TransactionOutcome outcome, Duration elapsed) {
    if (!Outcomes.wasFound(outcome)) {
      Timer.builder(meter.getName())
          .tag(MeterKey.OUTCOME.asString(), Outcomes.name(outcome))
          .register(registry)
          .record(elapsed);
    }
  }

  void authorization(String request, String outcome) {
    counter(
            TwoPhaseMeter.AUTHORIZATIONS,
            Tags.of(MeterKey.REQUEST.asString(), request, MeterKey.OUTCOME.asString(), outcome))
        .increment();
  }

  void retried(int transactions) {
    retries.increment(transactions);
  }

  void busy(int transactions) {
    busy.increment(transactions);
  }

  void conflicted() {
    conflicts.increment();
  }

  void tookOver() {
    takeOvers.increment();
  }

  void executorRefused() {
    executorRefusals.increment();
  }

  void recovered(Recovered one) {
    Recovery result =
        one.fold(
            done -> Recovery.DONE,
            canceled -> Recovery.CANCELED,
            leftToAnother -> Recovery.LEFT_TO_ANOTHER,
            unreadable -> Recovery.UNREADABLE,
            unfinished -> Recovery.UNFINISHED,
            authorized -> Recovery.AUTHORIZED);
    counter(TwoPhaseMeter.RECOVERED, result(name(result))).increment();
  }

  void orphan(Orphan orphan) {
    counter(TwoPhaseMeter.ORPHANS, result(name(orphan.outcome()))).increment();
  }
}
