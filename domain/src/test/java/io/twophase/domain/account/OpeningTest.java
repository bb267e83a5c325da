package io.twophase.domain.account;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation.Direction;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An account is opened … */
class OpeningTest {

  private static final AccountId A = accountId("A");
  private static final Optional<Money> NONE = Optional.empty();

  @Test
  void activeWithAllOfItsBalanceAvailableAndNothingHeld() {
    assertThat(account("A").with(usd("100")))
        .is(AccountStatus.ACTIVE)
        .hasBalance(usd("100"))
        .hasAvailable(usd("100"))
        .canReceive(cents(Long.MAX_VALUE - 10_000))
        .holdsNothing()
        .isSound();
  }

  @Test
  void withAnOverdraftThatIsAvailableAndACeilingThatBoundsWhatItReceives() {
    assertThat(account("A").overdraft(usd("30")).ceiling(usd("50")).with(usd("-10")))
        .hasAvailable(usd("20"))
        .canReceive(usd("60"))
        .isSound();
  }

  @Test
  void withABalanceThatNeverChangesWhereItsFloorIsItsCeiling() {
    Opening pinned = account("A").overdraft(usd("30")).ceiling(usd("-30")).opening(usd("-30"));
    assertThat(pinned.shownFloor()).isEqualTo(usd("-30"));
    assertThat(pinned.shownCeiling()).contains(usd("-30"));
  }

  @Test
  void withoutACeilingWithTheHighestThatKeepsEveryFigureWithinInt64() {
    assertThat(accepted(Opening.of(A, usd("0"))).ceiling()).isEqualTo(cents(Long.MAX_VALUE));
    assertThat(account("A").overdraft(cents(7)).opening(usd("0")).ceiling())
        .isEqualTo(cents(Long.MAX_VALUE - 7));
    assertThat(account("A").overdraft(cents(Long.MAX_VALUE)).with(usd("0")))
        .hasAvailable(cents(Long.MAX_VALUE))
        .canReceive(usd("0"))
        .isSound();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        argumentSet(
            "where the overdraft is below zero",
            usd("0"),
            cents(-1),
            NONE,
            new OpeningRefusal.NegativeOverdraft(A, cents(-1))),
        argumentSet(
            "where the overdraft is the lowest int64",
            usd("0"),
            cents(Long.MIN_VALUE),
            NONE,
            new OpeningRefusal.NegativeOverdraft(A, cents(Long.MIN_VALUE))),
        argumentSet(
            "where the balance is below zero without an overdraft",
            cents(-1),
            usd("0"),
            NONE,
            new OpeningRefusal.BelowFloor(A, cents(-1), cents(0))),
        argumentSet(
            "where the balance is below the overdraft limit",
            cents(-101),
            cents(100),
            NONE,
            new OpeningRefusal.BelowFloor(A, cents(-101), cents(-100))),
        argumentSet(
            "where the balance is the lowest int64",
            cents(Long.MIN_VALUE),
            cents(Long.MAX_VALUE),
            NONE,
            new OpeningRefusal.BelowFloor(A, cents(Long.MIN_VALUE), cents(-Long.MAX_VALUE))),
        argumentSet(
            "where the balance is above the ceiling",
            cents(101),
            usd("0"),
            Optional.of(cents(100)),
            new OpeningRefusal.AboveCeiling(A, cents(101), cents(100))),
        argumentSet(
            "where the balance is above what an overdraft leaves of int64",
            cents(Long.MAX_VALUE),
            cents(1),
            NONE,
            new OpeningRefusal.AboveCeiling(A, cents(Long.MAX_VALUE), cents(Long.MAX_VALUE - 1))),
        argumentSet(
            "where the ceiling is below the floor",
            cents(-5),
            cents(10),
            Optional.of(cents(-11)),
            new OpeningRefusal.CeilingOutOfRange(A, cents(-11))),
        argumentSet(
            "where ceiling and overdraft do not fit int64 together",
            usd("0"),
            cents(1),
            Optional.of(cents(Long.MAX_VALUE)),
            new OpeningRefusal.CeilingOutOfRange(A, cents(Long.MAX_VALUE))),
        argumentSet(
            "where the overdraft is in another currency",
            usd("0"),
            eur("0"),
            NONE,
            new OpeningRefusal.MixedCurrencies(A)),
        argumentSet(
            "where the ceiling is in another currency",
            usd("0"),
            usd("0"),
            Optional.of(eur("1")),
            new OpeningRefusal.MixedCurrencies(A)));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void notWithBadFigures(
      Money balance, Money overdraft, Optional<Money> ceiling, OpeningRefusal refusal) {
    assertThat(refused(Opening.of(A, balance, overdraft, ceiling))).isEqualTo(refusal);
    assertThat(refusal.message()).startsWith("account A: ");
    assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
  }

  @Test
  void notByItsConstructorEitherWithFiguresThatItRefuses() {
    Money balance = usd("0");
    assertThatThrownBy(() -> new Opening(A, balance, cents(1), cents(5), Direction.CREDIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("account A: balance 0.00 USD is below its floor 0.01 USD");
    assertThatThrownBy(() -> new Opening(A, balance, cents(-5), cents(-1), Direction.DEBIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("account A: balance 0.00 USD is below its floor 0.01 USD");
    for (Direction normal : Direction.values()) {
      assertThat(refused(Opening.asStored(A, balance, cents(Long.MIN_VALUE), balance, normal)))
          .isEqualTo(new OpeningRefusal.FloorOutOfRange(A, cents(Long.MIN_VALUE)))
          .extracting(OpeningRefusal::message)
          .isEqualTo("account A: floor -92233720368547758.08 USD is out of range");
      assertThat(refused(Opening.asStored(A, eur("1"), cents(Long.MIN_VALUE), balance, normal)))
          .isEqualTo(new OpeningRefusal.MixedCurrencies(A));
    }
  }

  @Test
  void withAFloorAboveZeroOfWhichItGivesNothingAway() {
    Account account = account("A").floor(usd("10")).with(usd("30"));
    assertThat(account).hasAvailable(usd("20")).isSound();
    assertThat(account.opening().ceiling()).isEqualTo(cents(Long.MAX_VALUE));
  }

  @Test
  void debitNormalWithTheSignTurnedAndItsBoundsExchanged() {
    Account cash = account("A").debitNormal().floor(usd("5")).ceiling(usd("50")).with(usd("20"));
    assertThat(cash).hasBalance(usd("-20")).hasAvailable(usd("30")).canReceive(usd("15")).isSound();
    Account plain = account("A").debitNormal().with(usd("0"));
    assertThat(plain).hasAvailable(cents(Long.MAX_VALUE)).canReceive(usd("0")).isSound();
    assertThat(refused(Opening.of(A, usd("-1"), NONE, NONE, Direction.DEBIT)))
        .isEqualTo(new OpeningRefusal.BelowFloor(A, usd("-1"), usd("0")));
    assertThat(
            refused(
                Opening.of(A, usd("0"), Optional.of(cents(Long.MIN_VALUE)), NONE, Direction.DEBIT)))
        .isEqualTo(new OpeningRefusal.FloorOutOfRange(A, cents(Long.MIN_VALUE)));
  }

  @Test
  void notWithOtherFiguresThanBeforeWhichTheRefusalNames() {
    OpeningRefusal refusal =
        new OpeningRefusal.OpenedDifferently(account("A").overdraft(usd("5")).opening(usd("1")));
    assertThat(refusal.account()).isEqualTo(A);
    assertThat(refusal.message())
        .isEqualTo(
            "account A was opened with other figures: balance 1.00 USD, floor -5.00 USD,"
                + " no ceiling");
    assertThat(
            new OpeningRefusal.OpenedDifferently(account("A").ceiling(usd("9")).opening(usd("1")))
                .message())
        .endsWith(": balance 1.00 USD, floor 0.00 USD, ceiling 9.00 USD");
    assertThat(
            new OpeningRefusal.OpenedDifferently(account("A").debitNormal().opening(usd("1")))
                .message())
        .endsWith(": balance 1.00 USD, floor 0.00 USD, no ceiling, debit-normal");
  }
}
