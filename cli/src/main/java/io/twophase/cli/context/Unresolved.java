package io.twophase.cli.context;

import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.ports.StoreException;

/** What helps where an outcome is not known. */
public final class Unresolved {

  private Unresolved() {}

  /**
   * The command that resolves it; or, where the record cannot be read, that no command does.
   *
   * @param sameAgain what resolves it otherwise
   */
  public static String remedy(
      CommandContext context, Session session, TransactionId transaction, String sameAgain) {
    return isUnreadable(session, transaction)
        ? "no command resolves that: mend or remove the document '"
            + transaction
            + "' of the collection transactions by hand, after "
            + context.again()
            + " audit; then "
            + sameAgain
        : context.recoverFirst() + sameAgain;
  }

  private static boolean isUnreadable(Session session, TransactionId transaction) {
    try {
      return session.twoPhase().transactions().find(transaction)
          instanceof TransactionLookup.Unreadable;
    } catch (StoreException unreachable) {
      return false;
    }
  }
}
