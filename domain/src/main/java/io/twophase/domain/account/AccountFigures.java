package io.twophase.domain.account;

import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What is always true of an account's figures. Adapters ask before a document is written whole and
 * after one is read: a pair of assertions around the store.
 */
public final class AccountFigures {

  private AccountFigures() {}

  /** The first thing that is wrong with the account's figures, if any. */
  public static Option<String> fault(Account account) {
    BigInteger debits =
        held(account, operation -> operation.fold(debit -> debit.amount(), credit -> none(account)))
            .add(inRanges(account, Range::debit));
    BigInteger credits =
        held(
                account,
                operation -> operation.fold(debit -> none(account), credit -> credit.amount()))
            .add(inRanges(account, Range::credit));
    BigInteger balance = BigInteger.valueOf(account.balance());
    BigInteger available = balance.subtract(big(account.opening().floor())).subtract(debits);
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

  private static BigInteger held(Account account, Function<AccountOperation, Money> part) {
    BigInteger sum = BigInteger.ZERO;
    for (Hold hold : account.holds().values()) {
      sum = sum.add(big(part.apply(account.operation(hold)).minor()));
    }
    return sum;
  }

  private static BigInteger inRanges(Account account, ToLongFunction<Range> part) {
    BigInteger sum = BigInteger.ZERO;
    for (RangeHold hold : account.ranges().values()) {
      sum = sum.add(big(part.applyAsLong(hold.range())));
    }
    return sum;
  }

  private static Money none(Account account) {
    return account.money(0);
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
