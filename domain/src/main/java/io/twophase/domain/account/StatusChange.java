package io.twophase.domain.account;

/** A change of an account's status. Each is idempotent: asked again, it changes nothing. */
public enum StatusChange {
  /** Active to frozen. */
  FREEZE(AccountStatus.FROZEN),
  /** Frozen to active. */
  UNFREEZE(AccountStatus.ACTIVE),
  /** Active or frozen to closed, if the balance is zero and nothing is held. */
  CLOSE(AccountStatus.CLOSED);

  private final AccountStatus to;

  StatusChange(AccountStatus to) {
    this.to = to;
  }

  /** The status that an account has after it. */
  public AccountStatus to() {
    return to;
  }
}
