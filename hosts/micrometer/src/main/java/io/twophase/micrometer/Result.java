package io.twophase.micrometer;

import static io.twophase.micrometer.TwoPhaseMeter.BUSY;
import static io.twophase.micrometer.TwoPhaseMeter.CONFLICTS;
import static io.twophase.micrometer.TwoPhaseMeter.EXECUTOR_REFUSALS;
import static io.twophase.micrometer.TwoPhaseMeter.ORPHANS;
import static io.twophase.micrometer.TwoPhaseMeter.OUTCOMES;
import static io.twophase.micrometer.TwoPhaseMeter.RECOVERED;
import static io.twophase.micrometer.TwoPhaseMeter.RETRIES;
import static io.twophase.micrometer.TwoPhaseMeter.TAKE_OVERS;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.micrometer.TwoPhaseMeter.MeterKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The counters and timers of what is no observation. Thread-safe. */
final class Counts {

  private static final String FALSE = String.valueOf(false);

  /** The effects of recovery on a transaction. */
  private static final List<String> RECOVERED_RESULTS =
      List.of("done", "canceled", "left_to_another", "unreadable", "unfinished", "authorized");

  private final MeterRegistry registry;
  private final DistributionSummary batches;

  Counts(MeterRegistry registry) {
    this.registry = registry;
    this.batches =
        DistributionSummary.builder(TwoPhaseMeter.BATCH_SIZE.getName())
            .description("transactions that share a batch")
            .register(registry);
    for (TwoPhaseMeter meter : List.of(RETRIES, BUSY, CONFLICTS, TAKE_OVERS, EXECUTOR_REFUSALS)) {
      add(meter, 0);
    }
    RECOVERED_RESULTS.forEach(result -> add(RECOVERED, 0, result));
    for (Orphan.Outcome outcome : Orphan.Outcome.values()) {
      add(ORPHANS, 0, name(outcome));
    }
    for (String outcome : List.of(Outcomes.APPLIED, Outcomes.REFUSED)) {
      add(OUTCOMES, 0, outcome, String.valueOf(true));
    }
    Outcomes.ALL.forEach(outcome -> add(OUTCOMES, 0, outcome, FALSE));
  }

  /** Counts so many more, at these values of the meter's keys. */
  void add(TwoPhaseMeter meter, int count, String... values) {
    List<Tag> tags = new ArrayList<>();
    for (String value : values) {
      tags.add(Tag.of(meter.getKeyNames()[tags.size()].asString(), value));
    }
    registry.counter(meter.getName(), tags).increment(count);
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  void batch(int transfers) {
    batches.record(transfers);
  }

  void ended(TransactionOutcome outcome) {
    add(OUTCOMES, 1, Outcomes.name(outcome), String.valueOf(Outcomes.wasFound(outcome)));
  }

  void failed() {
    add(OUTCOMES, 1, Outcomes.FAILED, FALSE);
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

  void recovered(Recovered one) {
    add(
        RECOVERED,
        1,
        one.<String>fold(
            done -> "done",
            canceled -> "canceled",
            leftToAnother -> "left_to_another",
            unreadable -> "unreadable",
            unfinished -> "unfinished",
            authorized -> "authorized"));
  }

  void orphan(Orphan orphan) {
    add(ORPHANS, 1, name(orphan.outcome()));
  }

  /** Outcomes as values of keys: few, and without ids. */
  static final class Outcomes {

    static final String APPLIED = "applied";
    static final String REFUSED = "refused";
    static final String UNKNOWN = "unknown";
    static final String NOT_ASKED = "not_asked";
    static final String FAILED = "failed";

    static final List<String> ALL = List.of(APPLIED, REFUSED, UNKNOWN, NOT_ASKED, FAILED);

    private Outcomes() {}

    static String name(TransactionOutcome outcome) {
      return outcome.fold(
          applied -> APPLIED, refused -> REFUSED, unknown -> UNKNOWN, notAsked -> NOT_ASKED);
    }

    static String refusal(TransactionOutcome outcome) {
      return outcome.fold(
          applied -> TransactionConvention.NONE,
          refused -> refused.reason().kind(),
          unknown -> TransactionConvention.NONE,
          notAsked -> TransactionConvention.NONE);
    }

    static boolean wasFound(TransactionOutcome outcome) {
      return outcome.fold(
          applied -> applied.foundDecided(),
          refused -> refused.foundDecided(),
          unknown -> false,
          notAsked -> false);
    }
  }
}
