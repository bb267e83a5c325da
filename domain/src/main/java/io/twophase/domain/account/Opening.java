package io.twophase.domain.account;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.vavr.control.Either;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
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
 * @param floor the lowest balance; below zero it is an overdraft
 * @param ceiling the highest balance
 * @param normal the direction that raises the balance as people see it
 */
public record Opening(AccountId id, Money balance, Money floor, Money ceiling, Direction normal) {

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
    Money lowest =
        Objects.requireNonNull(floor, "floor").orElseGet(() -> Money.zero(balance.currency()));
    Money highest =
        Objects.requireNonNull(ceiling, "ceiling")
            .orElseGet(() -> new Money(highestCeiling(lowest.minor()), balance.currency()));
    OpeningRefusal refusal = shownRefusal(id, balance, lowest, highest);
    if (refusal != null) {
      return Either.left(refusal);
    }
    return Either.right(
        switch (normal) {
          case CREDIT -> new Opening(id, balance, lowest, highest, normal);
          case DEBIT -> new Opening(id, turned(balance), turned(highest), turned(lowest), normal);
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
    if (!Objects.requireNonNull(overdraft, "overdraft").currency().equals(balance.currency())) {
      return Either.left(new OpeningRefusal.MixedCurrencies(id));
    }
    return overdraft.minor() < 0
        ? Either.left(new OpeningRefusal.NegativeOverdraft(id, overdraft))
        : of(id, balance, Optional.of(turned(overdraft)), ceiling, Direction.CREDIT);
  }

  /** A credit-normal account with no overdraft and no ceiling of its own. */
  public static Either<OpeningRefusal, Opening> of(AccountId id, Money balance) {
    return of(id, balance, Optional.empty(), Optional.empty(), Direction.CREDIT);
  }

  /** Checks figures as a store has them: see {@link Opening}. */
  public static Either<OpeningRefusal, Opening> asStored(
      AccountId id, Money balance, Money floor, Money ceiling, Direction normal) {
    OpeningRefusal refusal = refusal(id, balance, floor, ceiling, normal);
    return refusal == null
        ? Either.right(new Opening(id, balance, floor, ceiling, normal))
        : Either.left(refusal);
  }

  /**
   * A balance, or the difference of two, as people see it: of a debit-normal account with the sign
   * turned.
   *
   * @throws ArithmeticException if the account is debit-normal, and the figure is the least int64
   */
  public Money shown(Money figure) {
    return normal == Direction.DEBIT ? turned(figure) : figure;
  }

  private static Money turned(Money figure) {
    return new Money(Math.negateExact(figure.minor()), figure.currency());
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

  private static @Nullable OpeningRefusal refusal(
      AccountId id, Money balance, Money floor, Money ceiling, Direction normal) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(balance, "balance");
    Objects.requireNonNull(floor, "floor");
    Objects.requireNonNull(ceiling, "ceiling");
    if (Objects.requireNonNull(normal, "normal") == Direction.CREDIT
        || mixed(balance, floor, ceiling)) {
      return shownRefusal(id, balance, floor, ceiling);
    }
    return Stream.of(floor, ceiling, balance).anyMatch(figure -> figure.minor() == Long.MIN_VALUE)
        ? new OpeningRefusal.FloorOutOfRange(id, floor)
        : shownRefusal(id, turned(balance), turned(ceiling), turned(floor));
  }

  /** Returns the refusal of figures as people see them, or null. */
  private static @Nullable OpeningRefusal shownRefusal(
      AccountId id, Money balance, Money floor, Money ceiling) {
    if (mixed(balance, floor, ceiling)) {
      return new OpeningRefusal.MixedCurrencies(id);
    }
    if (floor.minor() == Long.MIN_VALUE) {
      return new OpeningRefusal.FloorOutOfRange(id, floor);
    }
    if (balance.minor() < floor.minor()) {
      return new OpeningRefusal.BelowFloor(id, balance, floor);
    }
    if (ceiling.minor() < floor.minor() || ceiling.minor() > highestCeiling(floor.minor())) {
      return new OpeningRefusal.CeilingOutOfRange(id, ceiling);
    }
    if (balance.minor() > ceiling.minor()) {
      return new OpeningRefusal.AboveCeiling(id, balance, ceiling);
    }
    return null;
  }

  private static boolean mixed(Money balance, Money floor, Money ceiling) {
    return !floor.currency().equals(balance.currency())
        || !ceiling.currency().equals(balance.currency());
  }

  /** The highest ceiling over that floor, both as people see them. */
  static long highestCeiling(long floor) {
    return floor < 0 ? Long.MAX_VALUE + floor : Long.MAX_VALUE;
  }
}
