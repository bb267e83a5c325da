package io.twophase.domain.function;

import io.twophase.domain.Cases;
import io.twophase.domain.TransactionId;
import io.twophase.domain.function.StoredAttempt.Conflicted;
import io.twophase.domain.function.StoredAttempt.Happened;
import io.twophase.domain.function.StoredAttempt.Refused;
import io.twophase.domain.function.StoredAttempt.Undecided;
import io.twophase.domain.function.StoredAttempt.Unreadable;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Retention;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The answer that the last stored attempt of a function gives for the function: exactly one of
 * five.
 */
public sealed interface StoredAttempt
    extends Cases.Of5<Happened, Conflicted, Refused, Undecided, Unreadable> {

  /**
   * The function has happened.
   *
   * @param value the value that the function returned, if it was kept
   * @param finished whether all of it is settled
   */
  record Happened(Optional<Value> value, boolean finished) implements StoredAttempt {}

  /**
   * The attempt was canceled because of a conflict: the next one may begin, as long as retention
   * finds it there before it removes this one.
   *
   * @param endedFor how long ago the attempt ended; none if retention has left its receipt
   */
  record Conflicted(CancelReason reason, Optional<Duration> endedFor) implements StoredAttempt {

    /**
     * Returns whether the next attempt may begin: a caller who found none of them would begin the
     * first one.
     *
     * @param keptFor how long a record is kept once it has ended; none if it is kept for ever
     */
    public boolean mayBeFollowed(Optional<Duration> keptFor) {
      return endedFor
          .filter(age -> !keptFor.filter(after -> Retention.isNear(after, age)).isPresent())
          .isPresent();
    }
  }

  /**
   * The function never happens: the attempt was canceled for a reason that is final, or its id is
   * that of another transaction.
   */
  record Refused(Refusal reason) implements StoredAttempt {}

  /** The attempt may yet happen. Asked for again, its transaction comes to its end. */
  record Undecided(NewTransaction body) implements StoredAttempt {}

  /** The attempt's record cannot be read. */
  record Unreadable(String fault) implements StoredAttempt {}

  /**
   * Returns what is said by the record, or the receipt, under the id of an attempt; none if it is
   * free.
   */
  static Optional<StoredAttempt> of(Attempt asked, TransactionLookup lookup) {
    return lookup.fold(
        found -> Optional.of(of(asked, found)),
        absent -> Optional.empty(),
        unreadable -> Optional.of(new Unreadable(unreadable.fault())),
        removed -> Optional.of(of(asked, removed.receipt())));
  }

  /** The attempt that may have come after one that was in conflict, or was never begun. */
  static Optional<Attempt> next(Lookup earlier) {
    return earlier
        .reason()
        .filter(Conflicts::isConflict)
        .flatMap(conflict -> earlier.attempt().or(() -> neverBegun(earlier)))
        .map(Attempt::next);
  }

  private static Optional<Attempt> neverBegun(Lookup earlier) {
    boolean isTombstone =
        earlier.transaction().filter(there -> there.body().isTombstone()).isPresent()
            || earlier.receipt().filter(Receipt::isTombstone).isPresent();
    return isTombstone ? Attempt.of(new TransactionId(earlier.id())) : Optional.empty();
  }

  private static StoredAttempt of(Attempt asked, TransactionLookup.Found found) {
    Transaction stored = found.record();
    NewTransaction body = stored.body();
    Optional<Attempt> there = body.labels().attempt();
    if (!there.filter(asked::isSameAs).isPresent() && !body.isTombstone()) {
      return new Refused(
          new Refusal.IdReused(
              stored.id(), Optional.of(stored), List.of(BodyDifference.ofAttempts(there, asked))));
    }
    if (stored.reason().isPresent()) {
      Duration endedFor = stored.state().isFinal() ? found.unmodifiedFor() : Duration.ZERO;
      return canceled(stored.reason().orElseThrow(), Optional.of(endedFor));
    }
    return stored.state().isDecided()
        ? new Happened(there.flatMap(Attempt::value), stored.state().isFinal())
        : new Undecided(body);
  }

  private static StoredAttempt of(Attempt asked, Receipt receipt) {
    if (!receipt.attempt().filter(asked::isSameAs).isPresent() && !receipt.isTombstone()) {
      return new Refused(
          new Refusal.IdReused(
              receipt.id(),
              Optional.empty(),
              List.of(BodyDifference.ofAttempts(receipt.attempt(), asked))));
    }
    return receipt
        .reason()
        .map(reason -> canceled(reason, Optional.empty()))
        .orElseGet(() -> new Happened(receipt.attempt().flatMap(Attempt::value), true));
  }

  private static StoredAttempt canceled(CancelReason reason, Optional<Duration> endedFor) {
    return Conflicts.isConflict(reason)
        ? new Conflicted(reason, endedFor)
        : new Refused(reason.said());
  }
}
