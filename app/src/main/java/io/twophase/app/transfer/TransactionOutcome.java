package io.twophase.app.transfer;

import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Refusal;
import java.util.Optional;
import java.util.function.Function;

/** The outcome of a transaction or transfer: exactly one of four. */
public sealed interface TransactionOutcome {

  /** Returns what the function for this outcome says; the compiler asks for all four. */
  default <T> T fold(
      Function<? super Applied, ? extends T> applied,
      Function<? super Refused, ? extends T> refused,
      Function<? super Unknown, ? extends T> unknown,
      Function<? super NotAsked, ? extends T> notAsked) {
    if (this instanceof Applied outcome) {
      return applied.apply(outcome);
    }
    if (this instanceof Refused outcome) {
      return refused.apply(outcome);
    }
    if (this instanceof Unknown outcome) {
      return unknown.apply(outcome);
    }
    return notAsked.apply((NotAsked) this);
  }

  /** Returns which transaction. */
  TransactionId id();

  /**
   * Returns whether it happened. If not, it may yet: only {@link Refused} says that it never will.
   */
  default boolean isApplied() {
    return fold(applied -> true, refused -> false, unknown -> false, notAsked -> false);
  }

  /**
   * Returns whether the outcome is not known or the transaction is not finished: a later one of the
   * same accounts or documents has to wait, if the order is to be kept.
   */
  default boolean isOpenEnded() {
    return fold(
        applied -> !applied.finished(),
        refused -> !refused.finished(),
        unknown -> true,
        notAsked -> true);
  }

  /**
   * Returns the outcome if the transaction happened, for callers who go on only then.
   *
   * @throws NotDoneException in all other cases; it has this outcome
   */
  default Applied orElseThrow() {
    return fold(
        applied -> applied,
        refused ->
            NotDoneException.raise(
                this, "transfer " + refused.id() + " is refused", refused.reason()),
        unknown -> NotDoneException.uncertain(this, "transfer " + unknown.id(), unknown.why()),
        notAsked ->
            NotDoneException.raise(
                this, "transfer " + notAsked.id() + " was not asked: " + notAsked.why()));
  }

  /**
   * It happened.
   *
   * @param id which transaction
   * @param finished whether all of it is known to be settled; if not, the rest goes on behind this
   *     answer where that was asked for, and recovery settles it where that fails
   * @param foundDecided whether it was decided before it was asked for now
   * @param fencedAt the epoch at which another process overtook this one and did the rest
   * @param moved of a transfer that takes as much as there is, how much that was; none of any
   *     other, which moves what was asked for
   */
  record Applied(
      TransactionId id,
      boolean finished,
      boolean foundDecided,
      Optional<Epoch> fencedAt,
      Optional<Money> moved)
      implements TransactionOutcome {

    /** One that moves what was asked for. */
    public Applied(
        TransactionId id, boolean finished, boolean foundDecided, Optional<Epoch> fencedAt) {
      this(id, finished, foundDecided, fencedAt, Optional.empty());
    }
  }

  /**
   * It did not happen, and never will under this id; nothing is held.
   *
   * @param id which transaction
   * @param reason why, the case itself
   * @param finished whether all of it is known to be released; if not, recovery releases the rest
   * @param foundDecided whether it was decided before it was asked for now
   * @param fencedAt the epoch at which another process overtook this one and did the rest
   */
  record Refused(
      TransactionId id,
      Refusal reason,
      boolean finished,
      boolean foundDecided,
      Optional<Epoch> fencedAt)
      implements TransactionOutcome {

    /** A transaction was refused, and nothing of it is stored. */
    public Refused(TransactionId id, Refusal reason) {
      this(id, reason, true, false, Optional.empty());
    }
  }

  /**
   * Not known: it may have happened, may yet, or not. Asking again with the same request resolves
   * it.
   *
   * @param id which transaction
   * @param why what had no answer
   */
  record Unknown(TransactionId id, String why) implements TransactionOutcome {}

  /**
   * It was not asked: nothing was sent to the store, so it has not happened, and will not unless it
   * is asked again.
   *
   * @param id which transaction
   * @param why what kept it from being asked
   */
  record NotAsked(TransactionId id, String why) implements TransactionOutcome {}
}
