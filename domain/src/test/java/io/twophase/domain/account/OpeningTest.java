package io.twophase.domain.account;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation.Direction;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An account is opened … */
class OpeningTest {

  private static final AccountId A = accountId("A");
  private static final Optional<Money> NONE = Optional.empty();

  @Test
  void activeWithAllOfItsBalanceAvailableAndNothingHeld() {
    Account opened = account("A").with(usd("100"));
    assertThat(opened.status()).isEqualTo(AccountStatus.ACTIVE);
    assertThat(opened.holds()).isEmpty();
    assertThat(figures(opened))
        .containsExactly(usd("100"), usd("100"), cents(Long.MAX_VALUE - 10_000));
  }

  /** The balance, and what may still be held out of the account and into it. */
  private static List<Money> figures(Account account) {
    return List.of(account.balance(), account.available(), account.receivable());
  }

  @Test
  void withAnOverdraftThatIsAvailableAndACeilingThatBoundsWhatItReceives() {
    assertThat(figures(account("A").overdraft(usd("30")).ceiling(usd("50")).with(usd("-10"))))
        .containsExactly(usd("-10"), usd("20"), usd("60"));
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
    assertThat(figures(account("A").overdraft(cents(Long.MAX_VALUE)).with(usd("0"))))
        .containsExactly(usd("0"), cents(Long.MAX_VALUE), usd("0"));
  }

  /** In cents; of euros, with an E. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0, -1,,                       overdraft -0.01 USD is below zero
          0, -9223372036854775808,,     overdraft -92233720368547758.08 USD is below zero
          -1, 0,,                       balance -0.01 USD is below its floor 0.00 USD
          -101, 100,,                   balance -1.01 USD is below its floor -1.00 USD
          101, 0, 100,                  balance 1.01 USD is above its ceiling 1.00 USD
          -5, 10, -11,                  ceiling -0.11 USD is out of range
          0, 1, 9223372036854775807,    ceiling 92233720368547758.07 USD is out of range
          0, 0E,,                       'balance, floor and ceiling differ in currency'
          0, 0, 1E,                     'balance, floor and ceiling differ in currency'
          """)
  void notWithFiguresThatBreakARule(String balance, String overdraft, String ceiling, String line) {
    OpeningRefusal refusal =
        refused(
            Opening.of(
                A,
                money(balance),
                money(overdraft),
                Optional.ofNullable(ceiling).map(OpeningTest::money)));
    assertThat(refusal.message()).isEqualTo("account A: " + line);
  }

  private static Money money(String figure) {
    return figure.endsWith("E")
        ? new Money(Long.parseLong(figure.replace("E", "")), EUR)
        : cents(Long.parseLong(figure));
  }

  @Test
  void notWithABalanceAtTheEndsOfInt64() {
    assertThat(refused(Opening.of(A, cents(Long.MIN_VALUE), cents(Long.MAX_VALUE), NONE)))
        .isEqualTo(new OpeningRefusal.BelowFloor(A, cents(Long.MIN_VALUE), cents(-Long.MAX_VALUE)));
    assertThat(refused(Opening.of(A, cents(Long.MAX_VALUE), cents(1), NONE)))
        .isEqualTo(
            new OpeningRefusal.AboveCeiling(A, cents(Long.MAX_VALUE), cents(Long.MAX_VALUE - 1)));
  }

  @Test
  void notByItsConstructorEitherWithFiguresThatItRefuses() {
    Money balance = usd("0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Opening(A, balance, cents(1), cents(5), Direction.CREDIT))
        .withMessage("account A: balance 0.00 USD is below its floor 0.01 USD");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Opening(A, balance, cents(-5), cents(-1), Direction.DEBIT))
        .withMessage("account A: balance 0.00 USD is below its floor 0.01 USD");
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
    assertThat(account.available()).isEqualTo(usd("20"));
    assertThat(account.opening().ceiling()).isEqualTo(cents(Long.MAX_VALUE));
  }

  @Test
  void debitNormalWithTheSignTurnedAndItsBoundsExchanged() {
    Account cash = account("A").debitNormal().floor(usd("5")).ceiling(usd("50")).with(usd("20"));
    assertThat(figures(cash)).containsExactly(usd("-20"), usd("30"), usd("15"));
    assertThat(figures(account("A").debitNormal().with(usd("0"))))
        .containsExactly(usd("0"), cents(Long.MAX_VALUE), usd("0"));
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
