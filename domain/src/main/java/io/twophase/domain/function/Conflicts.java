package io.twophase.domain.function;

import io.twophase.domain.account.Period;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.PeriodRefusal;
import java.util.Optional;

/**
 * The rule by which a canceled transaction of a function was in conflict with another one: then the
 * function runs again, with fresh reads. Any other reason is a refusal, and final.
 */
public final class Conflicts {

  private Conflicts() {}

  /**
   * Returns whether the reason is a conflict: a document that was read is no longer as it was read,
   * a document was busy for too long, a document is there or is not there against what was asked,
   * or recovery has canceled the transaction, which nobody else asked for.
   */
  public static boolean isConflict(CancelReason reason) {
    return reason instanceof DocumentRefusal.GuardFailed failed
        ? failed.expected().equals(Guard.Unchanged.EXPECTED)
        : isOfPresence(reason)
            || reason instanceof DocumentRefusal.DocumentBusy
            || reason instanceof CancelReason.Recovered
            || reason instanceof CancelReason.NeverBegun;
  }

  /** The document over which there was a conflict, if it was over one. */
  public static Optional<DocumentRef> document(CancelReason conflict) {
    if (conflict instanceof DocumentRefusal refusal) {
      return Optional.of(refusal.document());
    }
    return conflict instanceof PeriodRefusal refusal
        ? Optional.of(Period.document(refusal.period()))
        : Optional.empty();
  }

  /**
   * Returns whether the conflict is that a document is there, or is not. If the run has not read
   * the document, then one that reads it first can tell whether that is final.
   */
  public static boolean isOfPresence(CancelReason conflict) {
    return conflict instanceof DocumentRefusal.NoSuchDocument
        || conflict instanceof DocumentRefusal.DocumentExists
        || conflict instanceof PeriodRefusal.NoSuchPeriod;
  }
}
