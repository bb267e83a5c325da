package io.twophase.domain.batch;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;

/**
 * A transfer of a batch.
 *
 * @param id its own id, which is never used again
 * @param source the account it is taken from
 * @param destination the account it goes to; another one
 * @param amount in minor units of both accounts' currency, above zero
 */
public record Member(TransactionId id, AccountId source, AccountId destination, long amount) {

  /**
   * @throws IllegalArgumentException if the amount is not above zero, or both accounts are one
   */
  public Member {
    if (amount <= 0) {
      throw new IllegalArgumentException("transfer " + id + ": amount " + amount);
    }
    if (source.equals(destination)) {
      throw new IllegalArgumentException("transfer " + id + " is from " + source + " to itself");
    }
  }

  /** Whether it touches the account. */
  public boolean touches(AccountId account) {
    return source.equals(account) || destination.equals(account);
  }
}
