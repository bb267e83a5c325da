package io.twophase.cli.run;

import io.twophase.domain.Money;
import io.twophase.domain.MoneyRefusal;
import io.vavr.control.Either;
import java.util.Currency;
import java.util.Optional;
import java.util.function.Supplier;

/** A reader of amounts of money. */
interface AmountReader {

  /**
   * The least amount there is: it stands for one that cannot be read before its currency is known.
   */
  long UNKNOWN = 1;

  /**
   * The amount that {@code part} is.
   *
   * @param given the currency that is written beside it
   * @param ofAccount the currency of its account
   */
  Money read(JsonPart part, Optional<Currency> given, Supplier<Currency> ofAccount);

  /** In the currency that is written beside it, else in its account's. */
  static Money exactly(JsonPart part, Optional<Currency> given, Supplier<Currency> ofAccount) {
    return positive(part, Money.parse(text(part), given.orElseGet(ofAccount)));
  }

  /** Returns the same where no account's currency is known yet: what is wrong in any is found. */
  static Money roughly(JsonPart part, Optional<Currency> given, Supplier<Currency> anyOther) {
    if (given.isPresent()) {
      return exactly(part, given, anyOther);
    }
    Currency currency = anyOther.get();
    Either<MoneyRefusal, Money> read = Money.parse(text(part), currency);
    boolean dependsOnCurrency =
        read.isLeft()
            && (read.getLeft() instanceof MoneyRefusal.TooManyDigits
                || read.getLeft() instanceof MoneyRefusal.Overflow);
    return dependsOnCurrency ? new Money(UNKNOWN, currency) : positive(part, read);
  }

  private static String text(JsonPart part) {
    if (part.token().isNumeric()) {
      throw part.fault("is a number; an amount is text in quotes, such as \"12.34\"");
    }
    return part.string();
  }

  private static Money positive(JsonPart part, Either<MoneyRefusal, Money> read) {
    Money money = read.getOrElseThrow(refusal -> part.faultOf(refusal.message()));
    if (!money.isPositive()) {
      throw part.fault("must be above zero");
    }
    return money;
  }
}
