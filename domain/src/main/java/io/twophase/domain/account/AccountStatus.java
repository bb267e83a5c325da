package io.twophase.domain.account;

/**
 * The status of an account, by which it takes new holds or not. A decided transaction settles
 * whatever the status.
 */
public enum AccountStatus {
  /** Takes holds. */
  ACTIVE,
  /** Takes none until it is unfrozen. */
  FROZEN,
  /** Takes none, for ever; it is empty. */
  CLOSED
}
