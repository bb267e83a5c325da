package io.twophase.app.compensation;

import io.twophase.app.engine.Engine;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.batch.BatchRunner;
import io.twophase.domain.compensation.Reversal;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;

/**
 * Takes transactions back: by a cancel before they are decided, by a reversal after they are done.
 * Both are idempotent, and any number of processes may ask for them while the owner is at work.
 * Thread-safe.
 */
public final class Compensation {

  /** The bound on the tries at one reversal; no real transaction comes near it. */
  private static final int MAX_TRIES = 1_000;

  private final Engine engine;
  private final BatchRunner runner;
  private final TransactionRepository transactions;
  private final CallerGuard guard;

  /**
   * Compensation by {@code engine}, and of transfers by {@code runner}.
   *
   * @param guard is asked before anything is written
   */
  public Compensation(
      Engine engine, BatchRunner runner, TransactionRepository transactions, CallerGuard guard) {
    this.guard = guard;
    this.engine = engine;
    this.runner = runner;
    this.transactions = transactions;
  }

  /**
   * Cancels a transaction that is not decided, and keeps the reason. Idempotent: of one that is
   * canceled it answers the reason that was kept.
   *
   * @param reason for people; may be empty
   */
  public CancelOutcome cancel(TransactionId id, String reason) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(reason, "reason");
    guard.check();
    return engine
        .resultOf(id, new Goal.Cancel(new CancelReason.Requested(reason)))
        .fold(new CancelAnswer(id));
  }

  /**
   * Reverses a done transaction by a new one with its legs exchanged, and keeps the reason there.
   * One that is applied is settled first. At most one reversal of a transaction is ever applied,
   * however often and by however many it is asked; one that was refused is tried anew.
   *
   * @param reason for people; may be empty
   */
  public ReverseOutcome reverse(TransactionId id, String reason) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(reason, "reason");
    guard.check();
    return confirmed(id)
        .fold(
            found -> reverse(settled(found.record()), reason),
            absent -> new ReverseOutcome.NotFound(),
            unreadable -> unreadable(unreadable),
            removed -> reversedBefore(removed.receipt()));
  }

  private static ReverseOutcome unreadable(TransactionLookup.Unreadable record) {
    return new ReverseOutcome.Unknown("its record cannot be read: " + record.fault());
  }

  /** Of one whose record was removed there can be a reversal, and no new one any more. */
  private ReverseOutcome reversedBefore(Receipt receipt) {
    if (!receipt.isApplied()) {
      return new ReverseOutcome.NothingMoved();
    }
    for (int attempt = 1; attempt <= MAX_TRIES; attempt++) {
      Option<TransactionId> id = receipt.id().reversal(attempt);
      if (id.isEmpty()) {
        return new ReverseOutcome.RecordRemoved();
      }
      if (!wasTriedBefore(id.get())) {
        return find(id.get())
            .fold(
                found ->
                    found.record().body().reverses().contains(receipt.id())
                        ? outcome(runner.run(found.record().body()))
                        : new ReverseOutcome.RecordRemoved(),
                absent -> new ReverseOutcome.RecordRemoved(),
                Compensation::unreadable,
                removed -> new ReverseOutcome.Reversed(removed.receipt().id(), true));
      }
    }
    return unknown();
  }

  /**
   * The record, as done once it is settled. What was done may be read as applied: the store may
   * have forgotten that it was closed, or show it later. So it is not read again: that all of it is
   * settled is known from the settles.
   */
  private Transaction settled(Transaction record) {
    boolean isSettled =
        record.state() == State.APPLIED
            && engine.resultOf(record.id(), new Goal.Resume()) instanceof Result.Applied applied
            && applied.finished();
    return isSettled
        ? new Transition.Finish(record.id()).change(record, record.lastModified())
        : record;
  }

  private ReverseOutcome reverse(Transaction record, String reason) {
    for (int attempt = 1; attempt <= MAX_TRIES; attempt++) {
      Either<Reversal.Refusal, NewTransaction> reversal = Reversal.of(record, attempt);
      if (reversal.isLeft()) {
        return refused(reversal.getLeft());
      }
      NewTransaction body = reversal.get();
      if (!wasTriedBefore(body.id())) {
        return outcome(runner.run(reason.isEmpty() ? body : body.noted(reason)));
      }
    }
    return unknown();
  }

  private static ReverseOutcome unknown() {
    return new ReverseOutcome.Unknown("tried " + MAX_TRIES + " times");
  }

  /** Whether there was such a try, and it does not happen; then nothing of it is held any more. */
  private boolean wasTriedBefore(TransactionId attempt) {
    TransactionLookup lookup = find(attempt);
    if (!(lookup instanceof TransactionLookup.Found found)) {
      return lookup instanceof TransactionLookup.Removed removed && !removed.receipt().isApplied();
    }
    State state = found.record().state();
    return state == State.CANCELED
        || (state == State.CANCELING
            && engine.resultOf(attempt, new Goal.Resume()) instanceof Result.Canceled canceled
            && canceled.finished());
  }

  private static ReverseOutcome outcome(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> new ReverseOutcome.Reversed(applied.id(), applied.foundDecided()),
        refused -> new ReverseOutcome.Refused(refused.id(), refused.refusal()),
        unknown -> new ReverseOutcome.Unknown(unknown.why()),
        notAsked -> new ReverseOutcome.Unknown(notAsked.why()));
  }

  private static ReverseOutcome refused(Reversal.Refusal refusal) {
    return refusal.fold(
        undecided -> new ReverseOutcome.CancelInstead(undecided.state()),
        unfinished -> new ReverseOutcome.Unknown("it is applied, and could not be finished"),
        canceled -> new ReverseOutcome.NothingMoved(),
        tooLong -> new ReverseOutcome.IdTooLong(),
        kept -> new ReverseOutcome.NotReversible(kept.operation()));
  }

  /**
   * The record as it was read; as a majority confirms it, where it is not there or not decided: a
   * read may be older than what was acknowledged, and what is decided stays so.
   */
  private TransactionLookup confirmed(TransactionId id) {
    TransactionLookup lookup = find(id);
    boolean mayBeOlder =
        lookup.fold(
            found -> !found.record().state().isDecided(),
            absent -> true,
            unreadable -> false,
            removed -> false);
    return mayBeOlder ? transactions.findLatest(id) : lookup;
  }

  private TransactionLookup find(TransactionId id) {
    return transactions.find(List.of(id)).get(0);
  }
}
