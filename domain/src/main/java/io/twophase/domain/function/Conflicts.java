package io.twophase.domain.function;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.vavr.control.Option;
import java.util.List;

/**
 * Whether a canceled transaction of a function was in conflict with another one: then the function
 * runs again, with fresh reads. Any other reason is a refusal, and final.
 */
public final class Conflicts {

  private Conflicts() {}

  /**
   * Whether the reason is a conflict: a document that was read is no longer as it was read, a
   * document was busy for too long, a document that is to be inserted is there, or recovery has
   * canceled the transaction, which nobody else asked for.
   *
   * @param operations of the canceled transaction, as {@link Footprint#operations} gave them
   */
  public static boolean isConflict(CancelReason reason, List<Operation> operations) {
    return reason instanceof DocumentRefusal refusal
        ? isConflict(refusal, operations)
        : reason instanceof CancelReason.Recovered || reason instanceof CancelReason.NeverBegun;
  }

  private static boolean isConflict(DocumentRefusal refusal, List<Operation> operations) {
    if (refusal instanceof DocumentRefusal.GuardFailed failed) {
      return failed.expected().equals(Guard.Unchanged.EXPECTED);
    }
    boolean mayBeOld =
        refusal instanceof DocumentRefusal.NoSuchDocument
            || refusal instanceof DocumentRefusal.DocumentExists;
    if (refusal instanceof DocumentRefusal.DocumentBusy) {
      return true;
    }
    return mayBeOld && on(refusal.document(), operations).exists(Conflicts::followsFromARead);
  }

  /** The document because of which the transaction was canceled, if one was the cause. */
  public static Option<DocumentRef> document(CancelReason reason) {
    return reason instanceof DocumentRefusal refusal
        ? Option.some(refusal.document())
        : Option.none();
  }

  private static Option<DocumentOperation> on(DocumentRef document, List<Operation> operations) {
    for (Operation operation : operations) {
      if (operation instanceof DocumentOperation one && one.document().equals(document)) {
        return Option.some(one);
      }
    }
    return Option.none();
  }

  /** A run that reads before it inserts knows for certain; one that did not read runs again. */
  private static boolean followsFromARead(DocumentOperation operation) {
    if (operation instanceof ChangeDocument change) {
      return isAsRead(change.guards());
    }
    if (operation instanceof RemoveDocument remove) {
      return isAsRead(remove.guards());
    }
    return operation instanceof InsertDocument
        || operation instanceof CheckDocument
        || operation instanceof CheckAbsent;
  }

  private static boolean isAsRead(List<Guard> guards) {
    return guards.stream().anyMatch(Guard.Unchanged.class::isInstance);
  }
}
