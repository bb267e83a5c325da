package io.twophase.domain.batch.record;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;

/**
 * A guarded change of a batch's record: a compare-and-set. The only changes that exist; an adapter
 * applies them, or mirrors them, atomically.
 */
public sealed interface BatchTransition {

  /** What {@code cases} says of this transition. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of transition.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Makes a pending batch one's own, and fences off its owner of {@code expected}. */
    T takeOver(TakeOver transition);

    /** The one decision; legal when every account has answered at {@code epoch}. */
    T decide(Decide transition);

    /** Cancels one member of a pending batch. */
    T exclude(Exclude transition);

    /** Closes a decided batch; legal when every settle is acknowledged. */
    T finish(Finish transition);

    /** The other decision: none of it happens. */
    T beginCancel(BeginCancel transition);

    /** Closes a canceled batch; legal when every release is acknowledged. */
    T finishCancel(FinishCancel transition);
  }

  /** The record it changes. */
  BatchId batch();

  /** Whether the record is as the transition must find it. */
  boolean finds(BatchRecord record);

  /** The record as this transition leaves it; only for one that it {@link #finds}. */
  BatchRecord change(BatchRecord record, Instant at);

  /**
   * Whether a record that was read after this transition was sent shows that it took effect: how a
   * write whose answer says too little is resolved.
   */
  boolean left(BatchRecord record);

  /**
   * Whether it only closes a record whose outcome is certain. Such a one need not wait for a
   * majority: undone by a failure of the store, it is made again.
   */
  default boolean isClosing() {
    return false;
  }

  /** The changed record, or that this one is not as the transition must find it. */
  default Either<NotApplicable, BatchRecord> apply(BatchRecord record, Instant at) {
    return finds(record)
        ? Either.right(change(record, at))
        : Either.left(new NotApplicable(this, record.state(), record.epoch()));
  }

  /** The record is in another state, at another epoch, or has other exclusions. */
  record NotApplicable(BatchTransition transition, State state, Epoch epoch) {}

  private static boolean isPendingAt(BatchRecord record, Epoch epoch) {
    return record.state() == State.PENDING && record.epoch().equals(epoch);
  }

  /** Makes a pending batch one's own, and fences off its owner of {@code expected}. */
  record TakeOver(BatchId batch, Epoch expected, BatchRecord.Owner owner)
      implements BatchTransition {

    /** The epoch that it acquires. */
    public Epoch epoch() {
      return expected.next();
    }

    @Override
    public boolean finds(BatchRecord record) {
      return isPendingAt(record, expected);
    }

    @Override
    public BatchRecord change(BatchRecord record, Instant at) {
      return record.with(State.PENDING, epoch(), Option.some(owner), at);
    }

    @Override
    public boolean left(BatchRecord record) {
      return isPendingAt(record, epoch()) && record.isOwnedBy(owner.token());
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.takeOver(this);
    }
  }

  /**
   * The one decision; legal when every account has answered at {@code epoch}. It names the
   * exclusions that it knows of, so that a cancel that came in time is in it (rule 19).
   *
   * @param excluded as they were seen
   * @param verdict of the run
   */
  record Decide(
      BatchId batch,
      Epoch epoch,
      LinkedHashMap<TransactionId, CancelReason> excluded,
      Verdict verdict)
      implements BatchTransition {

    @Override
    public boolean finds(BatchRecord record) {
      return isPendingAt(record, epoch) && record.excluded().equals(excluded);
    }

    @Override
    public BatchRecord change(BatchRecord record, Instant at) {
      return record.decided(verdict, at);
    }

    /** Only the owner of an epoch decides at it, so the epoch shows who decided. */
    @Override
    public boolean left(BatchRecord record) {
      return (record.state() == State.APPLIED || record.state() == State.DONE)
          && record.epoch().equals(epoch);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.decide(this);
    }
  }

  /** Cancels one member of a pending batch, which lists it. */
  record Exclude(BatchId batch, TransactionId member, CancelReason reason)
      implements BatchTransition {

    /** Keeps the reason as {@link CancelReason#inBatch} says. */
    public Exclude {
      reason = reason.inBatch();
    }

    @Override
    public boolean finds(BatchRecord record) {
      return record.state() == State.PENDING
          && record.members().contains(member)
          && !record.excluded().containsKey(member);
    }

    @Override
    public BatchRecord change(BatchRecord record, Instant at) {
      return record.excluding(member, reason, at);
    }

    /** Whoever excluded it: the answer is the same. */
    @Override
    public boolean left(BatchRecord record) {
      return record.excluded().containsKey(member);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.exclude(this);
    }
  }

  /** Closes a decided batch; legal when every settle is acknowledged. */
  record Finish(BatchId batch) implements BatchTransition {

    @Override
    public boolean isClosing() {
      return true;
    }

    @Override
    public boolean finds(BatchRecord record) {
      return record.state() == State.APPLIED;
    }

    @Override
    public BatchRecord change(BatchRecord record, Instant at) {
      return record.with(State.DONE, record.epoch(), record.owner(), at);
    }

    /** Whoever finished it: the state is final and the same. */
    @Override
    public boolean left(BatchRecord record) {
      return record.state() == State.DONE;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.finish(this);
    }
  }

  /**
   * The other decision: none of it happens. Guarded on the epoch that the canceller owns.
   *
   * @param unseen as {@link Verdict#unseen} says
   */
  record BeginCancel(
      BatchId batch,
      Epoch epoch,
      CancelReason reason,
      BatchRecord.Owner owner,
      List<TransactionId> unseen)
      implements BatchTransition {

    /** Copies the list. */
    public BeginCancel {
      unseen = List.copyOf(unseen);
    }

    @Override
    public boolean finds(BatchRecord record) {
      return isPendingAt(record, epoch);
    }

    @Override
    public BatchRecord change(BatchRecord record, Instant at) {
      return record.canceling(Verdict.ofCanceled(unseen), owner, reason, at);
    }

    @Override
    public boolean left(BatchRecord record) {
      boolean isCanceled = record.state() == State.CANCELING || record.state() == State.CANCELED;
      return isCanceled && record.isOwnedBy(owner.token()) && record.reason().contains(reason);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.beginCancel(this);
    }
  }

  /** Closes a canceled batch; legal when every release is acknowledged. */
  record FinishCancel(BatchId batch) implements BatchTransition {

    @Override
    public boolean isClosing() {
      return true;
    }

    @Override
    public boolean finds(BatchRecord record) {
      return record.state() == State.CANCELING;
    }

    @Override
    public BatchRecord change(BatchRecord record, Instant at) {
      return record.with(State.CANCELED, record.epoch(), record.owner(), at);
    }

    /** Whoever finished it: the state is final and the same. */
    @Override
    public boolean left(BatchRecord record) {
      return record.state() == State.CANCELED;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.finishCancel(this);
    }
  }
}
