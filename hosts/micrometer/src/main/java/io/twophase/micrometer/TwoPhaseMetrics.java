package io.twophase.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
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
import io.twophase.micrometer.Counts.Outcomes;
import io.twophase.micrometer.TwoPhaseObservation.TransactionEvent;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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

  private final Counts counts;
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
    this.counts = new Counts(Objects.requireNonNull(meters, "meters"));
    this.transactions = new OpenTransactions(observations);
    this.work = new Work(observations, transactions);
  }

  @Override
  public void transferAsked(TransactionId id) {
    transactions.asked(id);
  }

  @Override
  public void batchBegun(int transfers) {
    counts.batch(transfers);
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
    counts.time(TwoPhaseMeter.DECISION, outcome, elapsed);
    transactions.happened(TransactionEvent.DECIDED, outcome.id());
  }

  @Override
  public void transferFinished(TransactionOutcome outcome, Duration elapsed) {
    counts.time(TwoPhaseMeter.FINISH, outcome, elapsed);
    transactions.happened(TransactionEvent.FINISHED, outcome.id());
  }

  @Override
  public void transferEnded(TransactionOutcome outcome) {
    counts.ended(outcome);
    transactions.ended(outcome);
  }

  @Override
  public void transferFailed(TransactionId id, Throwable fault) {
    counts.failed();
    transactions.failed(id, fault);
  }

  @Override
  public void authorizeEnded(AuthorizeOutcome outcome) {
    counts.add(
        TwoPhaseMeter.AUTHORIZATIONS,
        1,
        "authorize",
        outcome.fold(
            authorized -> "authorized",
            captured -> "captured",
            refused -> Outcomes.REFUSED,
            unknown -> Outcomes.UNKNOWN));
  }

  @Override
  public void approveEnded(ApproveOutcome outcome) {
    counts.add(
        TwoPhaseMeter.AUTHORIZATIONS,
        1,
        "approve",
        outcome.fold(
            approved -> "approved", refused -> Outcomes.REFUSED, unknown -> Outcomes.UNKNOWN));
  }

  @Override
  public void captureEnded(CaptureOutcome outcome) {
    counts.add(
        TwoPhaseMeter.AUTHORIZATIONS,
        1,
        "capture",
        outcome.fold(
            captured -> "captured", refused -> Outcomes.REFUSED, unknown -> Outcomes.UNKNOWN));
  }

  @Override
  public void voidEnded(VoidOutcome outcome) {
    counts.add(
        TwoPhaseMeter.AUTHORIZATIONS,
        1,
        "void",
        outcome.fold(voided -> "voided", refused -> Outcomes.REFUSED, unknown -> Outcomes.UNKNOWN));
  }

  @Override
  public void functionConflicted(TransactionId function, int attempt, String conflict) {
    counts.add(TwoPhaseMeter.CONFLICTS, 1);
  }

  @Override
  public void tookOver(TransactionId id, Epoch epoch) {
    counts.add(TwoPhaseMeter.TAKE_OVERS, 1);
  }

  @Override
  public void busy(int count) {
    counts.add(TwoPhaseMeter.BUSY, count);
  }

  @Override
  public void retried(int count) {
    counts.add(TwoPhaseMeter.RETRIES, count);
  }

  @Override
  public void recovered(Recovered one) {
    counts.recovered(one);
  }

  @Override
  public void orphanFound(Orphan orphan) {
    counts.orphan(orphan);
  }

  @Override
  public void executorRefused() {
    counts.add(TwoPhaseMeter.EXECUTOR_REFUSALS, 1);
  }
}
