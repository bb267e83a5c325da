package io.twophase.test.contract.account;

import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.money;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.Shown;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.Race;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link AccountRepository#open}. */
public abstract class OpeningContract extends AccountContract {

  private static final OpenOutcome OPENED = new OpenOutcome.Opened();
  private static final OpenOutcome ALREADY_OPEN = new OpenOutcome.AlreadyOpen();

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected OpeningContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void anAccountIsOpenedWithAllOfItsBalanceAvailable() {
    assertThat(answers(account("A").opening(usd("100")))).containsExactly(OPENED);

    assertThat(read("A")).isEqualTo(account("A").with(usd("100")));
    assertThat(read("A")).hasBalance(usd("100")).hasAvailable(usd("100")).holdsNothing().isSound();
  }

  static List<Opening> figuresAtTheirBounds() {
    return List.of(
        account("plain").opening(usd("0")),
        account("full").opening(cents(Long.MAX_VALUE)),
        account("with an overdraft").overdraft(usd("50")).opening(usd("-50")),
        account("with a ceiling").ceiling(usd("50")).opening(usd("50")),
        account("with both").overdraft(usd("7")).ceiling(usd("0")).opening(usd("-1")),
        account("all overdraft").overdraft(cents(Long.MAX_VALUE)).opening(cents(-Long.MAX_VALUE)),
        account("with a floor").floor(usd("10")).opening(usd("10")),
        account("that has to owe").floor(usd("-9")).ceiling(usd("-1")).opening(usd("-1")),
        account("an asset").debitNormal().opening(usd("5")),
        account("with bounds").debitNormal().floor(usd("2")).ceiling(usd("9")).opening(usd("2")),
        account("all asset").debitNormal().opening(cents(Long.MAX_VALUE)),
        account("in yen").opening(money("5", Currency.getInstance("JPY"))),
        account("in dinars").opening(money("5.125", Currency.getInstance("KWD"))),
        account("in nothing known").opening(money("5", Currency.getInstance("XXX"))),
        account("odd.$id with 'quotes' \"and\" {braces} ✓ 😀").opening(usd("1")),
        account("x".repeat(255)).opening(usd("1")));
  }

  @ParameterizedTest(name = BY_NUMBER)
  @MethodSource("figuresAtTheirBounds")
  void anAccountIsReadBackAsItWasOpened(Opening opening) {
    open(opening);

    assertThat(read(opening.id())).isEqualTo(Account.open(opening));
  }

  @Test
  void anAccountOpenedAgainWithTheSameFiguresIsAlreadyOpen() {
    Opening opening = account("A").overdraft(usd("5")).ceiling(usd("200")).opening(usd("100"));
    open(opening);

    assertThat(answers(opening)).containsExactly(ALREADY_OPEN);
    assertThat(read("A")).isEqualTo(Account.open(opening));
  }

  @Test
  void anAccountThatHasMovedSinceIsAlreadyOpenAndLeftAsItIs() {
    open(account("A").opening(usd("100")));
    held(leg("t1", 1, debit("A", usd("30"))), leg("t2", 1, credit("A", usd("5"))));
    settle(leg("t1", 1, debit("A", usd("30"))));
    Account moved = read("A");

    assertThat(answers(account("A").opening(usd("100")))).containsExactly(ALREADY_OPEN);
    assertThat(read("A")).isEqualTo(moved);
  }

  @Test
  void aFrozenOrClosedAccountIsAlreadyOpenAndStaysSo() {
    open(account("frozen").opening(usd("1")), account("closed").opening(usd("0")));
    change("frozen", StatusChange.FREEZE);
    change("closed", StatusChange.CLOSE);

    opensAs(
        List.of(account("frozen").opening(usd("1")), account("closed").opening(usd("0"))),
        List.of(ALREADY_OPEN, ALREADY_OPEN));
    assertThat(read("frozen")).is(AccountStatus.FROZEN);
    assertThat(read("closed")).is(AccountStatus.CLOSED);
  }

  static List<Opening> otherFigures() {
    return List.of(
        account("A").overdraft(usd("5")).ceiling(usd("200")).opening(usd("101")),
        account("A").overdraft(usd("6")).ceiling(usd("200")).opening(usd("100")),
        account("A").overdraft(usd("5")).ceiling(usd("201")).opening(usd("100")),
        account("A").overdraft(usd("5")).opening(usd("100")),
        account("A").ceiling(usd("200")).opening(usd("100")),
        account("A").floor(usd("5")).ceiling(usd("200")).opening(usd("100")),
        account("A").debitNormal().floor(usd("-200")).ceiling(usd("5")).opening(usd("-100")),
        account("A").overdraft(eur("5")).ceiling(eur("200")).opening(eur("100")));
  }

  @ParameterizedTest
  @MethodSource("otherFigures")
  void anAccountIsNotOpenedAgainWithOtherFigures(Opening other) {
    Opening first = account("A").overdraft(usd("5")).ceiling(usd("200")).opening(usd("100"));
    open(first);

    assertThat(answers(other)).containsExactly(openedDifferently(first));
    assertThat(read("A")).isEqualTo(Account.open(first));
  }

  @Test
  void aFloorAboveZeroIsKept() {
    open(account("A").floor(usd("10")).opening(usd("30")));

    assertThat(hold(leg("t1", 1, debit("A", usd("20.01")))))
        .isEqualTo(
            new AccountHoldOutcome.Refused(
                new HoldRefusal.InsufficientFunds(accountId("A"), usd("20"), usd("20.01"))));
    held(leg("t2", 1, debit("A", usd("20"))));
    settle(leg("t2", 1, debit("A", usd("20"))));
    assertThat(read("A")).hasBalance(usd("10")).hasAvailable(usd("0")).isSound();
  }

  @Test
  void aDebitNormalAccountIsKeptWithTheSignTurned() {
    open(account("A").debitNormal().floor(usd("10")).opening(usd("30")));

    assertThat(hold(leg("t1", 1, credit("A", usd("20.01")))))
        .isEqualTo(
            new AccountHoldOutcome.Refused(
                new HoldRefusal.CeilingReached(accountId("A"), usd("20"), usd("20.01"))));
    held(leg("t2", 1, credit("A", usd("20"))), leg("t3", 1, debit("A", usd("7"))));
    settle(leg("t2", 1, credit("A", usd("20"))));
    assertThat(Shown.of(read("A")))
        .isEqualTo(new Shown(usd("10"), usd("10"), usd("17"), usd("0"), usd("10"), Option.none()));
  }

  @Test
  void theFiguresThatCountAreThoseOfTheOpeningAndNotThoseOfToday() {
    Opening first = account("A").opening(usd("100"));
    open(first);
    held(leg("t1", 1, debit("A", usd("30"))));
    settle(leg("t1", 1, debit("A", usd("30"))));

    assertThat(answers(account("A").opening(usd("70")))).containsExactly(openedDifferently(first));
  }

  @Test
  void eachOfABatchHasItsOwnAnswerInTheOrderAsked() {
    Opening there = account("there").opening(usd("1"));
    open(there);

    opensAs(
        List.of(
            account("new").opening(usd("2")),
            account("there").opening(usd("3")),
            there,
            account("another").opening(eur("4"))),
        List.of(OPENED, openedDifferently(there), ALREADY_OPEN, OPENED));
    assertThat(read("new")).hasBalance(usd("2"));
    assertThat(read("another")).hasBalance(eur("4"));
  }

  @Test
  void anAccountNamedTwiceInACallIsOpenedOnce() {
    Opening first = account("A").opening(usd("1"));

    opensAs(
        List.of(first, first, account("A").opening(usd("2"))),
        List.of(OPENED, ALREADY_OPEN, openedDifferently(first)));
    assertThat(read("A")).hasBalance(usd("1"));
  }

  @Test
  void aThousandAccountsAreOpenedInOneCall() {
    List<Opening> openings =
        IntStream.range(0, 1_000).mapToObj(n -> account("a" + n).opening(cents(n))).toList();

    assertThat(accounts().open(openings)).hasSize(1_000).containsOnly(OPENED);
    assertThat(read("a999")).hasBalance(cents(999));
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(accounts().open(List.of())).isEmpty();
  }

  @Test
  void ofManyWhoOpenAnAccountAtOnceOneDoes() {
    List<OpenOutcome> outcomes =
        Race.of(8, runner -> only(accounts().open(List.of(account("A").opening(usd("1"))))));

    assertThat(outcomes).containsOnlyOnce(OPENED).containsOnly(OPENED, ALREADY_OPEN);
  }

  private List<OpenOutcome> answers(Opening opening) {
    return accounts().open(List.of(opening));
  }

  private void opensAs(List<Opening> openings, List<OpenOutcome> expected) {
    assertThat(accounts().open(openings)).isEqualTo(expected);
  }

  private static OpenOutcome openedDifferently(Opening existing) {
    return new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(existing));
  }
}
