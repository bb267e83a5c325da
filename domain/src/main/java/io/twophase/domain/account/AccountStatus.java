package io.twophase.domain.account;

/** Whether an account takes new holds. What is decided settles whatever the status. */
public enum AccountStatus {
  /** Takes holds. */
  ACTIVE,
  /** Takes none until it is unfrozen. */
  FROZEN,
  /** Takes none, for ever; it is empty. */
  CLOSED
}
