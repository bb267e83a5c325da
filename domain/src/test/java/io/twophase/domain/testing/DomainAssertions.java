package io.twophase.domain.testing;

import io.twophase.domain.hold.Account;
import io.twophase.domain.transaction.Transaction;

/** The way into the assertions in the domain's words. */
public final class DomainAssertions {

  private DomainAssertions() {}

  /** About an account. */
  public static AccountAssert assertThat(Account account) {
    return new AccountAssert(account);
  }

  /** About a transaction record. */
  public static TransactionAssert assertThat(Transaction record) {
    return new TransactionAssert(record);
  }
}
