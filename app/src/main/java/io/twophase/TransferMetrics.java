package io.twophase;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.runtime.Guarded;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.queue.TransferQueue;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Counts events, and passes them on to the host's listener, whatever that throws. */
public final class TransferMetrics implements TwoPhaseListener {

  private static final String WHO = "listener of transfers";

  private final TwoPhaseListener host;
  private final LongAdder applied = new LongAdder();
  private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder notAsked = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder batchedTransfers = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder busy = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder takeOvers = new LongAdder();
  private final LongAdder recovered = new LongAdder();
  private final LongAdder unrecovered = new LongAdder();
  private final LongAdder orphansReleased = new LongAdder();
  private final LongAdder executorRefusals = new LongAdder();

  /** By how long they took. */
  private final List<LongAdder> decisions =
      Stream.generate(LongAdder::new).limit(Vitals.COUNTS).toList();

  public TransferMetrics(TwoPhaseListener host) {
    this.host = host;
  }

  /** Returns what it has counted, and what waits in {@code queue}. */
  public Counters read(TransferQueue queue) {
    Map<String, Long> kinds = new TreeMap<>();
    refused.forEach((kind, count) -> kinds.put(kind, count.sum()));
    return new Counters(
        applied.sum(),
        kinds,
        unknown.sum(),
        notAsked.sum(),
        failed.sum(),
        batches.sum(),
        batchedTransfers.sum(),
        retries.sum(),
        busy.sum(),
        conflicts.sum(),
        takeOvers.sum(),
        recovered.sum(),
        unrecovered.sum(),
        orphansReleased.sum(),
        executorRefusals.sum(),
        queue.waiting(),
        queue.blocked());
  }

  /** Returns what of it each beat of this process tells. */
  Vitals vitals(TransferQueue queue) {
    return new Vitals(
        applied.sum(),
        refused.values().stream().mapToLong(LongAdder::sum).sum(),
        unknown.sum(),
        batches.sum(),
        queue.waiting(),
        queue.blocked(),
        decisions.stream().map(LongAdder::sum).toList());
  }

  private void tell(Consumer<TwoPhaseListener> what) {
    if (host != TwoPhaseListener.IGNORED) {
      Guarded.run(WHO, () -> what.accept(host));
    }
  }

  @Override
  public void functionConflicted(TransactionId function, int attempt, String conflict) {
    conflicts.increment();
    tell(listener -> listener.functionConflicted(function, attempt, conflict));
  }

  @Override
  public void transferAsked(TransactionId id) {
    tell(listener -> listener.transferAsked(id));
  }

  @Override
  public void workBegun(List<TransactionId> transfers) {
    tell(listener -> listener.workBegun(transfers));
  }

  @Override
  public void workEnded() {
    tell(TwoPhaseListener::workEnded);
  }

  @Override
  public void batchBegun(int transfers) {
    batches.increment();
    batchedTransfers.add(transfers);
    tell(listener -> listener.batchBegun(transfers));
  }

  @Override
  public void transferBegun(TransactionId id) {
    tell(listener -> listener.transferBegun(id));
  }

  @Override
  public void transferDecided(TransactionOutcome outcome, Duration elapsed) {
    decisions.get(Vitals.count(elapsed)).increment();
    tell(listener -> listener.transferDecided(outcome, elapsed));
  }

  @Override
  public void transferFinished(TransactionOutcome outcome, Duration elapsed) {
    tell(listener -> listener.transferFinished(outcome, elapsed));
  }

  @Override
  public void transferEnded(TransactionOutcome outcome) {
    count(outcome).increment();
    tell(listener -> listener.transferEnded(outcome));
  }

  private LongAdder count(TransactionOutcome outcome) {
    return outcome.fold(
        happened -> applied,
        no -> refused.computeIfAbsent(no.reason().kind(), kind -> new LongAdder()),
        open -> unknown,
        handedBack -> notAsked);
  }

  @Override
  public void authorizeEnded(AuthorizeOutcome outcome) {
    tell(listener -> listener.authorizeEnded(outcome));
  }

  @Override
  public void captureEnded(CaptureOutcome outcome) {
    tell(listener -> listener.captureEnded(outcome));
  }

  @Override
  public void approveEnded(ApproveOutcome outcome) {
    tell(listener -> listener.approveEnded(outcome));
  }

  @Override
  public void voidEnded(VoidOutcome outcome) {
    tell(listener -> listener.voidEnded(outcome));
  }

  @Override
  public void transferFailed(TransactionId id, Throwable fault) {
    tell(listener -> listener.transferFailed(id, fault));
  }

  @Override
  public void transfersFailed(int transfers, Throwable fault) {
    failed.add(transfers);
    tell(listener -> listener.transfersFailed(transfers, fault));
  }

  @Override
  public void tookOver(TransactionId id, Epoch epoch) {
    takeOvers.increment();
    tell(listener -> listener.tookOver(id, epoch));
  }

  @Override
  public void retried(int transactions) {
    retries.add(transactions);
    tell(listener -> listener.retried(transactions));
  }

  @Override
  public void busy(int transactions) {
    busy.add(transactions);
    tell(listener -> listener.busy(transactions));
  }

  @Override
  public void stepBegun(ProtocolStep step, int transactions) {
    tell(listener -> listener.stepBegun(step, transactions));
  }

  @Override
  public void stepEnded(ProtocolStep step, Optional<StoreException> failure) {
    tell(listener -> listener.stepEnded(step, failure));
  }

  @Override
  public void recovered(Recovered one) {
    if (one.isFinished()) {
      recovered.increment();
    } else if (one.isLeftUndone()) {
      unrecovered.increment();
    }
    tell(listener -> listener.recovered(one));
  }

  @Override
  public void orphanFound(Orphan orphan) {
    if (orphan.outcome() == Orphan.Outcome.RELEASED) {
      orphansReleased.increment();
    }
    tell(listener -> listener.orphanFound(orphan));
  }

  @Override
  public void executorRefused() {
    executorRefusals.increment();
    tell(TwoPhaseListener::executorRefused);
  }
}
