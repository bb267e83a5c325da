package io.twophase.adapter.mongo.hold;

import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Range;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.ToLongFunction;

/**
 * The sums that an account's figures are: asked before a document is written whole and after one is
 * read, as a pair of assertions around the store.
 */
final class AccountSums {

  private AccountSums() {}

  /** The first thing that is wrong with the account's figures, if any. */
  static Option<String> fault(Account account) {
    BigInteger balance = BigInteger.valueOf(account.balance());
    BigInteger available =
        balance
            .subtract(BigInteger.valueOf(account.opening().floor()))
            .subtract(held(account, Range::debit));
    BigInteger receivable =
        BigInteger.valueOf(account.opening().ceiling())
            .subtract(balance)
            .subtract(held(account, Range::credit));
    return fault("available", account.bounds().available(), available)
        .orElse(() -> fault("receivable", account.bounds().receivable(), receivable));
  }

  private static Option<String> fault(String name, long stored, BigInteger byItsParts) {
    if (!byItsParts.equals(BigInteger.valueOf(stored))) {
      return Option.some(name + " is " + stored + ", by its parts " + byItsParts);
    }
    return Option.when(stored < 0, () -> name + " is " + stored + ", below zero");
  }

  private static BigInteger held(Account account, ToLongFunction<Range> part) {
    return account.holds().stream()
        .map(hold -> BigInteger.valueOf(part.applyAsLong(hold.range())))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }
}
