package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.Nullable;

/**
 * The figures that an account is opened with. They are kept, so that opening again with the same
 * figures is the same answer, and with others is refused.
 *
 * @param id names it
 * @param balance settled money at the start
 * @param overdraft how far below zero the balance may go, in minor units, zero or more
 * @param ceiling the highest balance, in minor units
 */
public record Opening(AccountId id, Money balance, long overdraft, long ceiling) {

  /**
   * @throws IllegalArgumentException if the figures break the rules that {@link #of} checks
   */
  public Opening {
    OpeningRefusal refusal = refusal(id, balance, overdraft, ceiling);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal.message());
    }
  }

  /**
   * Checks the figures. Without a ceiling, the account's is the highest that keeps every figure of
   * it within int64: {@code Long.MAX_VALUE - overdraft}, since what is receivable is counted from
   * the lowest balance, {@code -overdraft}.
   */
  public static Either<OpeningRefusal, Opening> of(
      AccountId id, Money balance, Money overdraft, Option<Money> ceiling) {
    if (!overdraft.currency().equals(balance.currency())
        || ceiling.exists(c -> !c.currency().equals(balance.currency()))) {
      return Either.left(new OpeningRefusal.MixedCurrencies(id));
    }
    long highest =
        ceiling.map(Money::minor).getOrElse(() -> highestCeiling(Math.max(0, overdraft.minor())));
    OpeningRefusal refusal = refusal(id, balance, overdraft.minor(), highest);
    return refusal == null
        ? Either.right(new Opening(id, balance, overdraft.minor(), highest))
        : Either.left(refusal);
  }

  /** An account with no overdraft and no ceiling of its own. */
  public static Either<OpeningRefusal, Opening> of(AccountId id, Money balance) {
    return of(id, balance, Money.zero(balance.currency()), Option.none());
  }

  /** Whether a ceiling is set, below the one that every account has. */
  public boolean hasOwnCeiling() {
    return ceiling < highestCeiling(overdraft);
  }

  private static @Nullable OpeningRefusal refusal(
      AccountId id, Money balance, long overdraft, long ceiling) {
    if (overdraft < 0) {
      return new OpeningRefusal.NegativeOverdraft(id, new Money(overdraft, balance.currency()));
    }
    if (balance.minor() < -overdraft) {
      return new OpeningRefusal.BelowOverdraft(id, balance);
    }
    if (ceiling < 0 || ceiling > highestCeiling(overdraft)) {
      return new OpeningRefusal.CeilingOutOfRange(id, new Money(ceiling, balance.currency()));
    }
    if (balance.minor() > ceiling) {
      return new OpeningRefusal.AboveCeiling(id, balance, new Money(ceiling, balance.currency()));
    }
    return null;
  }

  private static long highestCeiling(long overdraft) {
    return Long.MAX_VALUE - overdraft;
  }
}
