package io.twophase.app.authorization;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.queue.BatchRunner;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.function.Conflicts;
import io.twophase.domain.function.StoredAttempt;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Reversal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Takes transactions back: by a cancel before they are decided, by a reversal after they are done.
 * Both are idempotent, and any number of processes may ask for them while the owner is at work.
 * Thread-safe.
 */
@CheckReturnValue
public final class Compensation {

  private final BatchRunner runner;
  private final Records records;
  private final CallerGuard guard;

  /**
   * Reversals by {@code runner}, and cancels by its engine.
   *
   * @param guard is asked before anything is written
   */
  public Compensation(BatchRunner runner, Records records, CallerGuard guard) {
    this.runner = runner;
    this.records = records;
    this.guard = guard;
  }

  /**
   * Cancels a transaction that is not decided, and keeps the reason. Idempotent: of one that is
   * canceled it answers the reason that was kept. A function is canceled by its id, whichever of
   * its attempts is stored last. If that one was in conflict, then the function may begin another
   * attempt behind it, whatever is answered here.
   *
   * @param reason for people; may be empty. {@link io.twophase.domain.Reason#cut} says how much of
   *     it is kept
   */
  public CancelOutcome cancel(TransactionId id, String reason) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(reason, "reason");
    guard.check();
    Result result = runner.engine().resultOf(id, named -> Goal.cancel(named, reason));
    Optional<CancelReason> conflict = result.reason().filter(Conflicts::isConflict);
    TransactionId last =
        conflict.map(why -> new TransactionId(last(confirmed(id)).id())).orElse(id);
    if (!last.equals(id)) {
      return cancel(last, reason);
    }
    return result.kind() == Result.Kind.ALREADY_DECIDED
        ? new CancelOutcome.AlreadyDecided(result.isFinished() ? State.DONE : State.APPLIED)
        : Authorizations.answer(
            result,
            Result.Kind.CANCELED,
            Set.of(Result.Kind.NOT_FOUND),
            () ->
                new CancelOutcome.Canceled(
                    result.reason().orElseThrow().said(), result.isFinished()),
            CancelOutcome.NotFound::new,
            CancelOutcome.Unknown::new);
  }

  /**
   * Reverses a done transaction by a new one with its legs exchanged, and keeps the reason there.
   * One that is applied is settled first. At most one reversal of a transaction is ever applied,
   * however often and by however many it is asked; one that was refused is tried anew. A function
   * is reversed by its id, whichever of its attempts has happened.
   *
   * @param reason for people; may be empty. {@link io.twophase.domain.Reason#cut} says how much of
   *     it is kept
   */
  public ReverseOutcome reverse(TransactionId id, String reason) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(reason, "reason");
    guard.check();
    Lookup lookup = id.isReserved() ? Lookup.absent(id.value()) : last(confirmed(id));
    return switch (lookup.kind()) {
      case FOUND -> reverse(ended(lookup), reason);
      case ABSENT -> refused(new Reversal.Refusal.NoSuchTransaction(id));
      case UNREADABLE -> unreadable(lookup);
      case REMOVED -> reversedBefore(lookup.receipt().orElseThrow());
    };
  }

  /** The last stored attempt of a function, whose id is that of the first; else what was seen. */
  private Lookup last(Lookup seen) {
    Lookup last = seen;
    Optional<Attempt> next = StoredAttempt.next(seen);
    while (next.isPresent()) {
      Attempt asked = next.orElseThrow();
      Lookup there = confirmed(asked.id());
      boolean isIts =
          there.fault().isPresent() || there.attempt().filter(asked::isSameAs).isPresent();
      last = isIts ? there : last;
      // a tombstone is of no function, and the function goes on behind it
      next =
          StoredAttempt.of(asked, TransactionLookup.of(there))
              .filter(StoredAttempt.Conflicted.class::isInstance)
              .map(conflicted -> asked.next());
    }
    return last;
  }

  private static ReverseOutcome unreadable(Lookup lookup) {
    return new ReverseOutcome.Unknown("its record cannot be read: " + lookup.fault().orElseThrow());
  }

  /**
   * Finds the reversal of a transaction whose record was removed: there can be one, and no new one
   * any more.
   */
  private ReverseOutcome reversedBefore(Receipt receipt) {
    if (!receipt.isApplied()) {
      return refused(new Reversal.Refusal.NothingMoved(receipt.id()));
    }
    ReverseOutcome removed = refused(new Reversal.Refusal.RecordRemoved(receipt.id()));
    for (int attempt = 1; ; attempt++) {
      Optional<TransactionId> id = receipt.id().reversal(attempt);
      if (id.isEmpty()) {
        return removed;
      }
      Lookup lookup = find(id.orElseThrow());
      if (!wasTriedBefore(lookup)) {
        if (lookup.kind() == Lookup.Kind.UNREADABLE) {
          return unreadable(lookup);
        }
        Optional<NewTransaction> body = lookup.body();
        boolean isReversal =
            body.flatMap(NewTransaction::reverses)
                .or(() -> lookup.receipt().flatMap(Receipt::reverses))
                .equals(Optional.of(receipt.id()));
        return isReversal
            ? body.map(found -> outcome(runner.run(found)))
                .orElseGet(() -> new ReverseOutcome.Reversed(id.orElseThrow(), true))
            : removed;
      }
    }
  }

  /**
   * A decided transaction as it is once its record has ended, if that can be brought about. The
   * record is not read again: the store may have forgotten that it ended, or show it later.
   */
  private Transaction ended(Lookup lookup) {
    Transaction seen = lookup.transaction().orElseThrow();
    return seen.state().isDecided() && !seen.state().isFinal()
        ? runner
            .engine()
            .run(Goal.resume(lookup.decider().orElseThrow()))
            .record()
            .flatMap(record -> lookup.member().map(record::of).or(record::alone))
            .orElse(seen)
        : seen;
  }

  private ReverseOutcome reverse(Transaction record, String reason) {
    for (int attempt = 1; ; attempt++) {
      Either<Reversal.Refusal, NewTransaction> reversal = Reversal.of(record, attempt);
      if (reversal.isLeft()) {
        return refused(reversal.getLeft());
      }
      NewTransaction body = reversal.get();
      if (!wasTriedBefore(find(body.id()))) {
        return outcome(runner.run(reason.isEmpty() ? body : body.noted(Reason.cut(reason))));
      }
    }
  }

  /**
   * Returns whether there was such a try, and it does not happen; then nothing of it is held any
   * more.
   */
  private boolean wasTriedBefore(Lookup attempt) {
    return switch (attempt.kind()) {
      case FOUND -> ended(attempt).state() == State.CANCELED;
      case REMOVED -> !attempt.receipt().orElseThrow().isApplied();
      case ABSENT, UNREADABLE -> false;
    };
  }

  private static ReverseOutcome outcome(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> new ReverseOutcome.Reversed(applied.id(), applied.foundDecided()),
        refused -> new ReverseOutcome.Refused(refused.id(), refused.reason()),
        unknown -> new ReverseOutcome.Unknown(unknown.why()),
        notAsked -> new ReverseOutcome.Unknown(notAsked.why()));
  }

  private static ReverseOutcome refused(Reversal.Refusal refusal) {
    return refusal instanceof Reversal.Refusal.FinishFirst
        ? new ReverseOutcome.Unknown("it is applied, and could not be finished")
        : new ReverseOutcome.NotReversed(refusal);
  }

  /**
   * The transaction as it was read; as a majority confirms it, if it is not there or not decided: a
   * read may be older than what was acknowledged, and what is decided stays so.
   */
  private Lookup confirmed(TransactionId id) {
    Lookup lookup = find(id);
    boolean mayBeOlder =
        lookup.kind() == Lookup.Kind.ABSENT
            || lookup.transaction().filter(seen -> !seen.state().isDecided()).isPresent();
    return mayBeOlder ? records.findLatest(id) : lookup;
  }

  private Lookup find(TransactionId id) {
    return records.findMembers(List.of(id)).get(0);
  }
}
