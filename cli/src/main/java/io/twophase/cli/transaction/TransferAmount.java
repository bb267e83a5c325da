package io.twophase.cli.transaction;

import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.Money;
import io.twophase.domain.MoneyRefusal;
import java.util.Currency;

/** The amount of a command line, which is above zero. */
final class TransferAmount {

  private TransferAmount() {}

  /** What is wrong in any currency is said before a store is opened. */
  static void requirePositiveDecimal(String text) {
    Money.parse(text, Arguments.DEFAULT_CURRENCY)
        .peek(money -> requirePositive(text, money))
        .peekLeft(
            refusal -> {
              if (refusal instanceof MoneyRefusal.NotDecimal) {
                throw CommandFailure.badInput("amount " + refusal.message());
              }
            });
  }

  /** In this currency. */
  static Money of(String text, Currency currency) {
    Money money = Arguments.amount("amount", text, currency);
    requirePositive(text, money);
    return money;
  }

  private static void requirePositive(String text, Money money) {
    if (!money.isPositive()) {
      throw CommandFailure.badInput("amount '" + text + "' must be above zero");
    }
  }
}
