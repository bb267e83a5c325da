package io.twophase.domain.function;

import io.twophase.domain.document.Guard;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;

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
        : reason instanceof CancelReason.Recovered || reason instanceof CancelReason.NeverBegun;
  }

  private static boolean isConflict(DocumentRefusal refusal) {
    return refusal instanceof DocumentRefusal.GuardFailed failed
        ? failed.expected().equals(Guard.Unchanged.EXPECTED)
        : refusal instanceof DocumentRefusal.DocumentBusy || isOfPresence(refusal);
  }

  /**
   * Whether the refusal is that a document is there, or is not. If the run has not read the
   * document, then one that reads it first can tell whether that is final.
   */
  public static boolean isOfPresence(DocumentRefusal refusal) {
    return refusal instanceof DocumentRefusal.NoSuchDocument
        || refusal instanceof DocumentRefusal.DocumentExists;
  }
}
