package io.twophase.domain.function;

import io.twophase.domain.account.Period;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.PeriodRefusal;
import io.vavr.control.Option;

/**
 * Whether a canceled transaction of a function was in conflict with another one: then the function
 * runs again, with fresh reads. Any other reason is a refusal, and final.
 */
public final class Conflicts {

  private Conflicts() {}

  /**
   * Whether the reason is a conflict: a document that was read is no longer as it was read, a
   * document was busy for too long, a document is there or is not there against what was asked, or
   * recovery has canceled the transaction, which nobody else asked for.
   */
  public static boolean isConflict(CancelReason reason) {
    return reason instanceof DocumentRefusal refusal
        ? isConflict(refusal)
        : reason instanceof CancelReason.Recovered
            || reason instanceof CancelReason.NeverBegun
            || reason instanceof PeriodRefusal.NoSuchPeriod;
  }

  private static boolean isConflict(DocumentRefusal refusal) {
    return refusal instanceof DocumentRefusal.GuardFailed failed
        ? failed.expected().equals(Guard.Unchanged.EXPECTED)
        : refusal instanceof DocumentRefusal.DocumentBusy || isOfPresence(refusal);
  }

  private static boolean isOfPresence(DocumentRefusal refusal) {
    return refusal instanceof DocumentRefusal.NoSuchDocument
        || refusal instanceof DocumentRefusal.DocumentExists;
  }

  /** The document over which there was a conflict, if it was over one. */
  public static Option<DocumentRef> document(CancelReason conflict) {
    return conflict instanceof DocumentRefusal refusal
        ? Option.some(refusal.document())
        : Option.when(conflict instanceof PeriodRefusal, () -> (PeriodRefusal) conflict)
            .map(refusal -> Period.document(refusal.period()));
  }

  /**
   * Whether the conflict is that a document is there, or is not. If the run has not read the
   * document, then one that reads it first can tell whether that is final.
   */
  public static boolean isOfPresence(CancelReason conflict) {
    return conflict instanceof PeriodRefusal.NoSuchPeriod
        || (conflict instanceof DocumentRefusal refusal && isOfPresence(refusal));
  }
}
