package io.twophase.domain.explorer.tutorial;

/**
 * An account of the tutorial's.
 *
 * @param id names it
 * @param balance with all that is applied, finished or not
 * @param pending whether the transaction's id is in its pendingTransactions
 */
record TutorialAccount(String id, long balance, boolean pending) {

  /** $inc and $push, where the id is not there. */
  TutorialAccount applied(long amount) {
    return pending ? this : new TutorialAccount(id, balance + amount, true);
  }

  /** The reverse $inc and $pull, where the id is there. */
  TutorialAccount undone(long amount) {
    return pending ? new TutorialAccount(id, balance - amount, false) : this;
  }

  /** $pull. */
  TutorialAccount pulled() {
    return new TutorialAccount(id, balance, false);
  }
}
