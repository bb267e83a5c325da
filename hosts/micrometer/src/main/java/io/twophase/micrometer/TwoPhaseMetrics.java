package io.twophase.micrometer;

import static io.twophase.micrometer.TwoPhaseMeter.AUTHORIZATIONS;
import static io.twophase.micrometer.TwoPhaseMeter.BUSY;
import static io.twophase.micrometer.TwoPhaseMeter.CONFLICTS;
import static io.twophase.micrometer.TwoPhaseMeter.DECISION;
import static io.twophase.micrometer.TwoPhaseMeter.EXECUTOR_REFUSALS;
import static io.twophase.micrometer.TwoPhaseMeter.FINISH;
import static io.twophase.micrometer.TwoPhaseMeter.ORPHANS;
import static io.twophase.micrometer.TwoPhaseMeter.OUTCOMES;
import static io.twophase.micrometer.TwoPhaseMeter.RECOVERED;
import static io.twophase.micrometer.TwoPhaseMeter.RETRIES;
import static io.twophase.micrometer.TwoPhaseMeter.TAKE_OVERS;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.TwoPhaseListener;
import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.micrometer.TwoPhaseMeter.MeterKey;
import io.twophase.micrometer.TwoPhaseObservation.TransactionEvent;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Shows what Twophase does in this process to Micrometer: each transaction, each shared batch and
 * each step of the protocol is an {@linkplain TwoPhaseObservation observation}, of which the
 * handlers of the host's registry make timers and spans; beside them there are {@linkplain
 * TwoPhaseMeter counters}. No key of a meter has an id or the name of an account. It asks the store
 * for nothing. Thread-safe.
 *
 * <p>A transaction's span is a child of the span that was current where it was asked for. The steps
 * of a transaction that is worked on alone are below its own span, on whatever thread that is.
 * Several that share a batch have its steps in common: these are below a span of the batch, which
 * is a child of their callers' span where all have the same, and otherwise begins a trace of its
 * own; {@link BatchSpans} links it to the spans of the transactions.
 */
public final class TwoPhaseMetrics implements TwoPhaseListener {

  /** The effects of recovery on a transaction. */
  private static final List<String> RECOVERED_RESULTS =
      List.of("done", "canceled", "left_to_another", "unreadable", "unfinished", "authorized");

  /** The answers to requests of authorizations, besides that these are refused or unknown. */
  private static final Map<String, List<String>> ANSWERS =
      Map.of(
          "authorize", List.of("authorized", "captured"),
          "approve", List.of("approved"),
          "capture", List.of("captured"),
          "void", List.of("voided"));

  private final MeterRegistry meters;
  private final DistributionSummary batches;
  private final OpenTransactions transactions;
  private final Work work;

  /**
   * The listener to give to {@code TwoPhase.Builder.listener}.
   *
   * @param observations makes timers of observations where a {@code DefaultMeterObservationHandler}
   *     is registered with it, and spans where a handler of a tracer is
   * @param meters has the counters
   */
  public TwoPhaseMetrics(ObservationRegistry observations, MeterRegistry meters) {
    Objects.requireNonNull(observations, "observations");
    this.meters = Objects.requireNonNull(meters, "meters");
    this.batches =
        DistributionSummary.builder(TwoPhaseMeter.BATCH_SIZE.getName())
            .description("transactions that share a batch")
            .register(meters);
    this.transactions = new OpenTransactions(observations);
    this.work = new Work(observations, transactions);
    for (TwoPhaseMeter meter : List.of(RETRIES, BUSY, CONFLICTS, TAKE_OVERS, EXECUTOR_REFUSALS)) {
      add(meter, 0);
    }
    RECOVERED_RESULTS.forEach(result -> add(RECOVERED, 0, result));
    Stream.of(Orphan.Outcome.values()).forEach(outcome -> add(ORPHANS, 0, name(outcome)));
    ANSWERS.forEach(
        (request, done) ->
            Stream.concat(done.stream(), Stream.of(Result.REFUSED, Result.UNKNOWN))
                .forEach(outcome -> add(AUTHORIZATIONS, 0, request, outcome)));
    Stream.of(Result.APPLIED, Result.REFUSED).forEach(outcome -> add(OUTCOMES, 0, outcome, "true"));
    Stream.of(Result.APPLIED, Result.REFUSED, Result.UNKNOWN, Result.NOT_ASKED, Result.FAILED)
        .forEach(outcome -> add(OUTCOMES, 0, outcome, "false"));
  }

  /** Counts so many more, at these values of the meter's keys. */
  private void add(TwoPhaseMeter meter, int count, String... values) {
    List<Tag> tags = new ArrayList<>();
    for (String value : values) {
      tags.add(Tag.of(meter.getKeyNames()[tags.size()].asString(), value));
    }
    meters.counter(meter.getName(), tags).increment(count);
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Measures a decision, but none that was found: it took no time. */
  private void time(TwoPhaseMeter meter, TransactionOutcome outcome, Duration elapsed) {
    Result result = Result.of(outcome);
    if (!result.wasFound()) {
      Timer.builder(meter.getName())
          .tag(MeterKey.OUTCOME.asString(), result.outcome())
          .register(meters)
          .record(elapsed);
    }
  }

  @Override
  public void transferAsked(TransactionId id) {
    transactions.asked(id);
  }

  @Override
  public void batchBegun(int transfers) {
    batches.record(transfers);
  }

  @Override
  public void transferBegun(TransactionId id) {
    transactions.begun(id);
  }

  @Override
  public void workBegun(List<TransactionId> transfers) {
    work.begun(transfers);
  }

  @Override
  public void stepBegun(ProtocolStep step, int count) {
    work.stepBegun(step, count);
  }

  @Override
  public void stepEnded(ProtocolStep step, Optional<StoreException> failure) {
    work.ended(failure.orElse(null));
  }

  @Override
  public void workEnded() {
    work.ended(null);
  }

  @Override
  public void transferDecided(TransactionOutcome outcome, Duration elapsed) {
    time(DECISION, outcome, elapsed);
    transactions.happened(TransactionEvent.DECIDED, outcome.id());
  }

  @Override
  public void transferFinished(TransactionOutcome outcome, Duration elapsed) {
    time(FINISH, outcome, elapsed);
    transactions.happened(TransactionEvent.FINISHED, outcome.id());
  }

  @Override
  public void transferEnded(TransactionOutcome outcome) {
    Result result = Result.of(outcome);
    add(OUTCOMES, 1, result.outcome(), String.valueOf(result.wasFound()));
    transactions.ended(outcome);
  }

  @Override
  public void transferFailed(TransactionId id, Throwable fault) {
    add(OUTCOMES, 1, Result.FAILED, "false");
    transactions.failed(id, fault);
  }

  @Override
  public void authorizeEnded(AuthorizeOutcome outcome) {
    answered(
        "authorize",
        outcome.fold(
            authorized -> "authorized",
            captured -> "captured",
            refused -> Result.REFUSED,
            unknown -> Result.UNKNOWN));
  }

  @Override
  public void approveEnded(ApproveOutcome outcome) {
    answered(
        "approve",
        outcome.fold(approved -> "approved", refused -> Result.REFUSED, unknown -> Result.UNKNOWN));
  }

  @Override
  public void captureEnded(CaptureOutcome outcome) {
    answered(
        "capture",
        outcome.fold(captured -> "captured", refused -> Result.REFUSED, unknown -> Result.UNKNOWN));
  }

  @Override
  public void voidEnded(VoidOutcome outcome) {
    answered(
        "void",
        outcome.fold(voided -> "voided", refused -> Result.REFUSED, unknown -> Result.UNKNOWN));
  }

  private void answered(String request, String outcome) {
    add(AUTHORIZATIONS, 1, request, outcome);
  }

  @Override
  public void functionConflicted(TransactionId function, int attempt, String conflict) {
    add(CONFLICTS, 1);
  }

  @Override
  public void tookOver(TransactionId id, Epoch epoch) {
    add(TAKE_OVERS, 1);
  }

  @Override
  public void busy(int count) {
    add(BUSY, count);
  }

  @Override
  public void retried(int count) {
    add(RETRIES, count);
  }

  @Override
  public void recovered(Recovered one) {
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

  @Override
  public void orphanFound(Orphan orphan) {
    add(ORPHANS, 1, name(orphan.outcome()));
  }

  @Override
  public void executorRefused() {
    add(EXECUTOR_REFUSALS, 1);
  }
}
