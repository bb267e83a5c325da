package io.twophase.domain.account;

import io.twophase.domain.operation.Direction;
import io.vavr.control.Option;
import java.math.BigInteger;

/**
 * What is always true of an account's figures. Adapters ask before a document is written whole and
 * after one is read: a pair of assertions around the store.
 */
public final class AccountFigures {

  private AccountFigures() {}

  /** The first thing that is wrong with the account's figures, if any. */
  public static Option<String> fault(Account account) {
    BigInteger debits = held(account, Direction.DEBIT);
    BigInteger credits = held(account, Direction.CREDIT);
    BigInteger balance = BigInteger.valueOf(account.balance());
    BigInteger available = balance.add(big(account.opening().overdraft())).subtract(debits);
    BigInteger receivable = big(account.opening().ceiling()).subtract(balance).subtract(credits);
    if (!available.equals(big(account.available()))) {
      return Option.some("available is " + account.available() + ", by its parts " + available);
    }
    if (!receivable.equals(big(account.receivable()))) {
      return Option.some("receivable is " + account.receivable() + ", by its parts " + receivable);
    }
    if (account.available() < 0) {
      return Option.some("available is " + account.available() + ", below zero");
    }
    if (account.receivable() < 0) {
      return Option.some("receivable is " + account.receivable() + ", below zero");
    }
    return Option.none();
  }

  private static BigInteger held(Account account, Direction side) {
    BigInteger sum = BigInteger.ZERO;
    for (Hold hold : account.holds().values()) {
      if (hold.side() == side) {
        sum = sum.add(big(hold.amount()));
      }
    }
    return sum;
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
