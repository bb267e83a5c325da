package io.twophase.domain.account;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.Direction;
import io.vavr.control.Either;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The figures that an account is opened with. They are kept, so that opening again with the same
 * figures is the same answer, and with others is refused.
 *
 * <p>The balance lies between a floor and a ceiling, always. A floor below zero is an overdraft; a
 * floor above zero is a balance that the account has to keep, so such an account is never empty and
 * cannot be closed.
 *
 * <p>The figures of this record are as the protocol and the stores have them: a credit raises the
 * balance. People see those of a debit-normal account (an asset, an expense) with the sign turned,
 * and its floor and ceiling exchanged: {@link Shown}. The factories take them as people see them.
 *
 * @param id names it
 * @param balance settled money at the start
 * @param floor the lowest balance, in minor units; below zero it is an overdraft
 * @param ceiling the highest balance, in minor units
 * @param normal the direction that raises the balance as people see it
 */
public record Opening(AccountId id, Money balance, long floor, long ceiling, Direction normal) {

  /**
   * @throws IllegalArgumentException if the figures break the rules that {@link #of} checks
   */
  public Opening {
    OpeningRefusal refusal = refusal(id, balance, floor, ceiling, normal);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal.message());
    }
  }

  /**
   * Checks the figures, which are as people see them: of a debit-normal account a debit raises the
   * balance. Without a floor, it is zero. Without a ceiling, the account's is the highest that
   * keeps every figure of it within int64: {@code Long.MAX_VALUE}, less the overdraft where the
   * floor is below zero, since what may still move is counted from bound to bound.
   *
   * @param normal the direction that raises the balance: {@code CREDIT} of what is owed or earned
   *     (a customer's balance, income), {@code DEBIT} of what is owned or spent (cash, an expense)
   */
  public static Either<OpeningRefusal, Opening> of(
      AccountId id,
      Money balance,
      Optional<Money> floor,
      Optional<Money> ceiling,
      Direction normal) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(balance, "balance");
    Objects.requireNonNull(normal, "normal");
    if (isOther(Objects.requireNonNull(floor, "floor"), balance)
        || isOther(Objects.requireNonNull(ceiling, "ceiling"), balance)) {
      return Either.left(new OpeningRefusal.MixedCurrencies(id));
    }
    long lowest = floor.map(Money::minor).orElse(0L);
    if (lowest == Long.MIN_VALUE) {
      return Either.left(
          new OpeningRefusal.FloorOutOfRange(id, new Money(lowest, balance.currency())));
    }
    long highest = ceiling.map(Money::minor).orElseGet(() -> highestCeiling(lowest));
    OpeningRefusal refusal = shownRefusal(id, balance, lowest, highest);
    if (refusal != null) {
      return Either.left(refusal);
    }
    return Either.right(
        switch (normal) {
          case CREDIT -> new Opening(id, balance, lowest, highest, normal);
          case DEBIT ->
              new Opening(
                  id, new Money(-balance.minor(), balance.currency()), -highest, -lowest, normal);
        });
  }

  /**
   * A credit-normal account with an overdraft: a floor of minus that much.
   *
   * @param overdraft how far below zero the balance may go, zero or more
   */
  public static Either<OpeningRefusal, Opening> of(
      AccountId id, Money balance, Money overdraft, Optional<Money> ceiling) {
    Objects.requireNonNull(balance, "balance");
    if (isOther(Optional.of(Objects.requireNonNull(overdraft, "overdraft")), balance)) {
      return Either.left(new OpeningRefusal.MixedCurrencies(id));
    }
    return overdraft.minor() < 0
        ? Either.left(new OpeningRefusal.NegativeOverdraft(id, overdraft))
        : of(
            id,
            balance,
            Optional.of(new Money(-overdraft.minor(), overdraft.currency())),
            ceiling,
            Direction.CREDIT);
  }

  /** A credit-normal account with no overdraft and no ceiling of its own. */
  public static Either<OpeningRefusal, Opening> of(AccountId id, Money balance) {
    return of(id, balance, Optional.empty(), Optional.empty(), Direction.CREDIT);
  }

  /** Checks figures as a store has them: see {@link Opening}. */
  public static Either<OpeningRefusal, Opening> asStored(
      AccountId id, Money balance, long floor, long ceiling, Direction normal) {
    OpeningRefusal refusal = refusal(id, balance, floor, ceiling, normal);
    return refusal == null
        ? Either.right(new Opening(id, balance, floor, ceiling, normal))
        : Either.left(refusal);
  }

  /** An amount, or a difference of two balances, in minor units, as people see it. */
  public Money shown(long minor) {
    long seen = normal == Direction.DEBIT ? Math.negateExact(minor) : minor;
    return new Money(seen, balance.currency());
  }

  /** The lowest balance that the account may have, as people see it. */
  public Money shownFloor() {
    return shown(normal == Direction.DEBIT ? ceiling : floor);
  }

  /** The highest balance, as people see it; none if only int64 bounds it. */
  public Optional<Money> shownCeiling() {
    Money highest = shown(normal == Direction.DEBIT ? floor : ceiling);
    return highest.minor() < highestCeiling(shownFloor().minor())
        ? Optional.of(highest)
        : Optional.empty();
  }

  private static boolean isOther(Optional<Money> amount, Money balance) {
    return amount.filter(money -> !money.currency().equals(balance.currency())).isPresent();
  }

  private static @Nullable OpeningRefusal refusal(
      AccountId id, Money balance, long floor, long ceiling, Direction normal) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(balance, "balance");
    if (Objects.requireNonNull(normal, "normal") == Direction.CREDIT) {
      return shownRefusal(id, balance, floor, ceiling);
    }
    if (floor == Long.MIN_VALUE || ceiling == Long.MIN_VALUE || balance.minor() == Long.MIN_VALUE) {
      return new OpeningRefusal.FloorOutOfRange(id, new Money(floor, balance.currency()));
    }
    Money shown = new Money(-balance.minor(), balance.currency());
    return shownRefusal(id, shown, -ceiling, -floor);
  }

  /** What is wrong with figures as people see them. */
  private static @Nullable OpeningRefusal shownRefusal(
      AccountId id, Money balance, long floor, long ceiling) {
    Money lowest = new Money(floor, balance.currency());
    Money highest = new Money(ceiling, balance.currency());
    if (floor == Long.MIN_VALUE) {
      return new OpeningRefusal.FloorOutOfRange(id, lowest);
    }
    if (balance.minor() < floor) {
      return new OpeningRefusal.BelowFloor(id, balance, lowest);
    }
    if (ceiling < floor || ceiling > highestCeiling(floor)) {
      return new OpeningRefusal.CeilingOutOfRange(id, highest);
    }
    if (balance.minor() > ceiling) {
      return new OpeningRefusal.AboveCeiling(id, balance, highest);
    }
    return null;
  }

  /** The highest ceiling over that floor, both as people see them. */
  static long highestCeiling(long floor) {
    return floor < 0 ? Long.MAX_VALUE + floor : Long.MAX_VALUE;
  }
}
