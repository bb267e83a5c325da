package io.twophase.app.cli;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.Sighting;
import io.twophase.ports.StoreException;

/** What helps where an outcome is not known. */
final class Unresolved {

  private Unresolved() {}

  /**
   * The command that resolves it; or, where the record cannot be read, that no command does.
   *
   * @param sameAgain what resolves it otherwise
   */
  static String remedy(
      TwophaseCommand root, Session session, TransactionId transaction, String sameAgain) {
    return isUnreadable(session, transaction)
        ? "no command resolves that: mend or remove the document '"
            + transaction
            + "' of the collection transactions by hand, after "
            + root.again()
            + " audit; then "
            + sameAgain
        : root.recoverFirst() + sameAgain;
  }

  private static boolean isUnreadable(Session session, TransactionId transaction) {
    try {
      return session.twoPhase().transactions().find(transaction) instanceof Sighting.Unreadable;
    } catch (StoreException unreachable) {
      return false;
    }
  }
}
