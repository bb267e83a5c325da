package io.twophase;

import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.queue.TransferQueue;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Vitals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/** Counts what happens in this process. */
final class TransferMetrics implements TwoPhaseListener {

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

  private volatile IntSupplier waiting = () -> 0;
  private volatile IntSupplier blocked = () -> 0;

  /** By how long they took. */
  private final List<LongAdder> decisions =
      Stream.generate(LongAdder::new).limit(Vitals.COUNTS).toList();

  /** A listener that counts here, and then tells the host's, whatever that throws. */
  TwoPhaseListener telling(TwoPhaseListener host) {
    return host == TwoPhaseListener.IGNORED ? this : Guarded.telling(this, List.of(host));
  }

  /** Has the counts show what waits in {@code queue}. */
  void watch(TransferQueue queue) {
    waiting = queue::waiting;
    blocked = queue::blocked;
  }

  /** Returns what it has counted, and what waits now. */
  Counters read() {
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
        waiting.getAsInt(),
        blocked.getAsInt());
  }

  /** Returns what of it each beat of this process tells. */
  Vitals vitals() {
    return new Vitals(
        applied.sum(),
        refused.values().stream().mapToLong(LongAdder::sum).sum(),
        unknown.sum(),
        batches.sum(),
        waiting.getAsInt(),
        blocked.getAsInt(),
        decisions.stream().map(LongAdder::sum).toList());
  }

  @Override
  public void functionConflicted(TransactionId function, int attempt, String conflict) {
    conflicts.increment();
  }

  @Override
  public void batchBegun(int transfers) {
    batches.increment();
    batchedTransfers.add(transfers);
  }

  @Override
  public void transferDecided(TransactionOutcome outcome, Duration elapsed) {
    decisions.get(count(elapsed)).increment();
  }

  /** The place in {@link Vitals#decisions} of one that took so long. */
  static int count(Duration elapsed) {
    long nanos = elapsed.toNanos();
    int place = 0;
    for (int within : Vitals.WITHIN_MILLIS) {
      place += nanos > TimeUnit.MILLISECONDS.toNanos(within) ? 1 : 0;
    }
    return place;
  }

  @Override
  public void transferEnded(TransactionOutcome outcome) {
    count(outcome).increment();
  }

  private LongAdder count(TransactionOutcome outcome) {
    return outcome.fold(
        happened -> applied,
        no -> refused.computeIfAbsent(no.reason().kind(), kind -> new LongAdder()),
        open -> unknown,
        handedBack -> notAsked);
  }

  @Override
  public void transfersFailed(int transfers, Throwable fault) {
    failed.add(transfers);
  }

  @Override
  public void tookOver(TransactionId id, Epoch epoch) {
    takeOvers.increment();
  }

  @Override
  public void retried(int transactions) {
    retries.add(transactions);
  }

  @Override
  public void busy(int transactions) {
    busy.add(transactions);
  }

  @Override
  public void recovered(Recovered one) {
    if (one.isFinished()) {
      recovered.increment();
    } else if (one.isLeftUndone()) {
      unrecovered.increment();
    }
  }

  @Override
  public void orphanFound(Orphan orphan) {
    if (orphan.outcome() == Orphan.Outcome.RELEASED) {
      orphansReleased.increment();
    }
  }

  @Override
  public void executorRefused() {
    executorRefusals.increment();
  }
}
