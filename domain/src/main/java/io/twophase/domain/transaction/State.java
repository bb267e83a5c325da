package io.twophase.domain.transaction;

/**
 * The state of a transaction: initial, pending, applied, done; or pending, canceling, canceled. The
 * names are those of MongoDB's tutorial "Perform Two Phase Commits". An authorization is authorized
 * between pending and its decision.
 */
public enum State {
  /** Submitted; nobody has claimed it, and nothing is held. */
  INITIAL,
  /** Somebody holds, or is about to. Undecided. */
  PENDING,
  /** All of it is held, and it waits to be captured or voided. Undecided. */
  AUTHORIZED,
  /** Decided: it happens. Some of it may not be settled yet. */
  APPLIED,
  /** It has happened, all of it. Final. */
  DONE,
  /** Decided: it does not happen. Some of it may not be released yet. */
  CANCELING,
  /** It has not happened, and nothing is held. Final. */
  CANCELED;

  /** Returns whether nothing more can happen to the transaction. */
  public boolean isFinal() {
    return this == DONE || this == CANCELED;
  }

  /** Returns whether the outcome is certain, even where work is left. */
  public boolean isDecided() {
    return this != INITIAL && this != PENDING && this != AUTHORIZED;
  }
}
