package io.twophase.app.audit;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Target;
import java.util.Currency;
import java.util.Optional;

/**
 * A hold, and the target that has it.
 *
 * @param target an account that is checked is named as a document here
 * @param hold as it is stored
 * @param currency of a range of money
 */
record Held(Target target, Hold hold, Optional<Currency> currency) {

  /** Names the target in findings. */
  String id() {
    return target.fold(AccountId::value, document -> document.toString());
  }

  /** A sentence's beginning: the target has this, for that transaction. */
  String words() {
    return currency.map(this::range).orElseGet(() -> "has the " + name());
  }

  /** Names the hold by its mode. */
  String name() {
    return Findings.lower(hold.mode()) + " hold for " + hold.transaction();
  }

  private String range(Currency in) {
    Money debit = new Money(hold.range().debit(), in);
    Money credit = new Money(hold.range().credit(), in);
    String what =
        hold.record().isOfMany()
            ? "range of " + debit + " to pay and " + credit + " to receive"
            : debit.isPositive() ? "debit of " + debit : "credit of " + credit;
    return "holds a " + what + " for " + hold.transaction();
  }
}
