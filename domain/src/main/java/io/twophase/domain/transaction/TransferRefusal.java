package io.twophase.domain.transaction;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import java.math.BigInteger;
import java.util.Currency;

/** Why operations cannot make a transaction. Nothing is stored of one that is refused so. */
public sealed interface TransferRefusal {

  /** One line that names the value and the fault. */
  String message();

  /** Its name in summaries. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** An account occurs twice, as when source and destination are the same. */
  record SameAccount(AccountId account) implements TransferRefusal {
    @Override
    public String message() {
      return "account " + account + " occurs twice: source and destination must differ";
    }
  }

  /** An amount is zero or below. */
  record AmountNotPositive(Money amount) implements TransferRefusal {
    @Override
    public String message() {
      return "amount " + amount + " is not above zero";
    }
  }

  /** The operations differ in currency. */
  record MixedCurrencies(Currency one, Currency other) implements TransferRefusal {
    @Override
    public String message() {
      return "amounts in " + one + " and in " + other + " do not make one transaction";
    }
  }

  /** What leaves and what arrives differ: money would be made or lost. */
  record Unbalanced(BigInteger debits, BigInteger credits) implements TransferRefusal {
    @Override
    public String message() {
      return "debits of " + debits + " and credits of " + credits + " minor units differ";
    }
  }

  /** The amounts of one side add up to more than int64. */
  record AmountOverflow(BigInteger sum) implements TransferRefusal {
    @Override
    public String message() {
      return "amounts add up to " + sum + " minor units, beyond int64";
    }
  }
}
