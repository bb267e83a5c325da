package io.twophase.domain.account;

/**
 * What can be asked of an account's status. Each is idempotent: asked again, it changes nothing.
 */
public enum StatusChange {
  /** Active to frozen. */
  FREEZE,
  /** Frozen to active. */
  UNFREEZE,
  /** Active or frozen to closed, if the balance is zero and nothing is held. */
  CLOSE
}
