package io.twophase.app.transfer.atomic;

import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Option;

/**
 * What came of a transaction by the shortcut. If nothing is decided, the protocol has to run it.
 *
 * @param decided its outcome, if it is decided
 * @param inDoubt whether it may have happened, or may yet, for all that is known
 */
public record Attempt(Option<TransactionOutcome> decided, boolean inDoubt) {

  /** It was not tried, or nothing came of it, for certain. */
  public static final Attempt LEFT = new Attempt(Option.none(), false);

  /** Its commit had no answer. */
  public static final Attempt IN_DOUBT = new Attempt(Option.none(), true);

  static Attempt of(TransactionId id, Fate fate) {
    return fate.fold(
        () -> decided(new TransactionOutcome.Applied(id, true, false, Option.none())),
        refusal ->
            decided(
                new TransactionOutcome.Refused(
                    id,
                    new Refusal.Canceled(new CancelReason.Refused(refusal)),
                    true,
                    false,
                    Option.none())),
        () -> LEFT);
  }

  private static Attempt decided(TransactionOutcome outcome) {
    return new Attempt(Option.some(outcome), false);
  }
}
