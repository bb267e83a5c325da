package io.twophase.test.contract.account;

import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.AccountRepository;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link AccountRepository#hold}, many legs in one call. */
public abstract class HoldBatchContract extends AccountContract {

  private static final AccountHoldOutcome HELD = AccountHoldOutcome.held();
  private static final int MANY = 1_000;

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected HoldBatchContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(accounts().hold(List.of())).isEmpty();
  }

  @Test
  void bothLegsOfATransferAreHeld() {
    open(account("A").opening(usd("5")), account("B").opening(usd("0")));

    answers(
        List.of(leg("t1", 1, debit("A", usd("5"))), leg("t1", 1, credit("B", usd("5")))),
        HELD,
        HELD);
    assertThat(read("A")).hasAvailable(usd("0")).isSound();
    assertThat(read("B")).hasAvailable(usd("0")).isSound();
  }

  @Test
  void eachLegHasItsOwnAnswerInTheOrderAsked() {
    open(
        account("A").opening(usd("5")),
        account("frozen").opening(usd("5")),
        account("closed").opening(usd("0")),
        account("euros").opening(eur("5")),
        account("full").ceiling(usd("5")).opening(usd("5")));
    change("frozen", StatusChange.FREEZE);
    change("closed", StatusChange.CLOSE);
    held(leg("before", 3, debit("A", usd("1"))));

    answers(
        List.of(
            leg("t1", 1, debit("nowhere", usd("1"))),
            leg("t2", 1, debit("A", usd("2"))),
            leg("t3", 1, credit("frozen", usd("1"))),
            leg("t4", 1, credit("closed", usd("1"))),
            leg("t5", 1, debit("euros", usd("1"))),
            leg("before", 4, debit("A", usd("1"))),
            leg("t6", 1, debit("A", usd("2.01"))),
            leg("t7", 1, credit("full", usd("1"))),
            leg("t8", 1, credit("A", usd("9"))),
            leg("t9", 1, debit("euros", eur("5")))),
        refused(new HoldRefusal.NoSuchAccount(accountId("nowhere"))),
        HELD,
        refused(new HoldRefusal.AccountFrozen(accountId("frozen"))),
        refused(new HoldRefusal.AccountClosed(accountId("closed"))),
        refused(new HoldRefusal.CurrencyMismatch(accountId("euros"), EUR, USD)),
        new AccountHoldOutcome.AlreadyHeld(epoch(3), debit("A", usd("1"))),
        insufficient("A", usd("2"), usd("2.01")),
        refused(new HoldRefusal.CeilingReached(accountId("full"), usd("0"), usd("1"))),
        HELD,
        HELD);
  }

  @Test
  void aLegIsRefusedForWhatEarlierOnesOfTheCallTookAndASmallerOneStillFits() {
    open(account("A").opening(usd("100")));

    answers(
        List.of(
            leg("t1", 1, debit("A", usd("60"))),
            leg("t2", 1, debit("A", usd("50"))),
            leg("t3", 1, debit("A", usd("40"))),
            leg("t4", 1, debit("A", usd("0.01")))),
        HELD,
        insufficient("A", usd("40"), usd("50")),
        HELD,
        insufficient("A", usd("0"), usd("0.01")));
    assertThat(read("A")).hasAvailable(usd("0")).isSound();
  }

  @Test
  void aLegThatComesFirstIsNotRefusedForALaterOne() {
    open(account("A").opening(usd("100")));

    answers(
        List.of(leg("t1", 1, debit("A", usd("1"))), leg("t2", 1, debit("A", usd("100")))),
        HELD,
        insufficient("A", usd("99"), usd("100")));
  }

  @Test
  void creditsFillTheCeilingInTheOrderAskedToo() {
    open(account("A").ceiling(usd("100")).opening(usd("0")));

    answers(
        List.of(
            leg("t1", 1, credit("A", usd("60"))),
            leg("t2", 1, credit("A", usd("50"))),
            leg("t3", 1, credit("A", usd("40")))),
        HELD,
        refused(new HoldRefusal.CeilingReached(accountId("A"), usd("40"), usd("50"))),
        HELD);
  }

  @Test
  void debitsAndCreditsOfOneCallDoNotMakeRoomForEachOther() {
    open(account("A").ceiling(usd("10")).opening(usd("5")));

    answers(
        List.of(
            leg("t1", 1, credit("A", usd("5"))),
            leg("t2", 1, debit("A", usd("6"))),
            leg("t3", 1, debit("A", usd("5"))),
            leg("t4", 1, credit("A", usd("1")))),
        HELD,
        insufficient("A", usd("5"), usd("6")),
        HELD,
        refused(new HoldRefusal.CeilingReached(accountId("A"), usd("0"), usd("1"))));
  }

  @Test
  void aLegAskedTwiceIsHeldOnce() {
    open(account("A").opening(usd("10")));

    answers(
        List.of(
            leg("t1", 1, debit("A", usd("3"))),
            leg("t1", 1, debit("A", usd("3"))),
            leg("t1", 2, debit("A", usd("3")))),
        HELD,
        new AccountHoldOutcome.AlreadyHeld(epoch(1), debit("A", usd("3"))),
        new AccountHoldOutcome.AlreadyHeld(epoch(1), debit("A", usd("3"))));
    assertThat(read("A")).hasAvailable(usd("7")).isSound();
  }

  @Test
  void amountsThatAddUpBeyondInt64AreHeldAsFarAsTheyFit() {
    Money all = cents(Long.MAX_VALUE);
    open(account("A").opening(all), account("B").opening(cents(0)));

    answers(
        List.of(
            leg("t1", 1, debit("A", all)),
            leg("t1", 1, credit("B", all)),
            leg("t2", 1, debit("A", all)),
            leg("t2", 1, credit("B", all)),
            leg("t3", 1, debit("A", cents(2)))),
        HELD,
        HELD,
        insufficient("A", cents(0), all),
        refused(new HoldRefusal.CeilingReached(accountId("B"), cents(0), all)),
        insufficient("A", cents(0), cents(2)));
    assertThat(read("A")).isSound();
    assertThat(read("B")).isSound();
  }

  @Test
  void legsOfManyAccountsMayBeMixed() {
    open(account("A").opening(usd("3")), account("B").opening(usd("3")));

    answers(
        List.of(
            leg("t1", 1, debit("A", usd("2"))),
            leg("t1", 1, credit("B", usd("2"))),
            leg("t2", 1, debit("B", usd("3"))),
            leg("t2", 1, credit("A", usd("3"))),
            leg("t3", 1, debit("A", usd("2"))),
            leg("t3", 1, credit("B", usd("2")))),
        HELD,
        HELD,
        HELD,
        HELD,
        insufficient("A", usd("1"), usd("2")),
        HELD);
  }

  @Test
  void aThousandLegsOnAsManyAccountsAreHeldAndSettled() {
    open(
        IntStream.range(0, MANY)
            .mapToObj(n -> account("a" + n).opening(cents(n + 1L)))
            .toArray(Opening[]::new));
    List<Leg> legs =
        IntStream.range(0, MANY)
            .mapToObj(n -> leg("t" + n / 2, 1, debit("a" + n, cents(n + 1L))))
            .toList();

    assertThat(accounts().hold(legs)).isEqualTo(Collections.nCopies(MANY, HELD));
    assertThat(accounts().settle(legs)).isEqualTo(Collections.nCopies(MANY, MatchOutcome.MATCHED));
    assertThat(read("a999")).hasBalance(cents(0)).holdsNothing().isSound();
  }

  @Test
  void aThousandLegsOnOneAccountAreHeldAndSettled() {
    open(account("hot").opening(cents(MANY)));
    List<Leg> legs = aCentEach();

    assertThat(accounts().hold(legs)).isEqualTo(Collections.nCopies(MANY, HELD));
    assertThat(read("hot")).hasAvailable(cents(0)).isSound();
    assertThat(accounts().settle(legs)).isEqualTo(Collections.nCopies(MANY, MatchOutcome.MATCHED));
    assertThat(read("hot")).hasBalance(cents(0)).holdsNothing().isSound();
  }

  @Test
  void ofAThousandLegsOnOneAccountTheFirstThatFitAreHeld() {
    open(account("hot").opening(cents(600)));

    List<AccountHoldOutcome> outcomes = accounts().hold(aCentEach());

    assertThat(outcomes.subList(0, 600)).containsOnly(HELD);
    assertThat(outcomes.subList(600, MANY)).containsOnly(insufficient("hot", cents(0), cents(1)));
    assertThat(read("hot")).hasAvailable(cents(0)).isSound();
  }

  @Test
  void whatIsHeldOnAFrozenAccountIsNotRefusedHoweverOftenItIsAsked() {
    open(account("A").opening(usd("5")), account("B").opening(usd("5")));
    Leg held = leg("t1", 1, debit("A", usd("1")));
    held(held);
    change("A", StatusChange.FREEZE);

    List<AccountHoldOutcome> outcomes =
        accounts().hold(List.of(held, leg("t2", 1, debit("B", usd("1"))), held));

    assertThat(outcomes.get(2))
        .isEqualTo(new AccountHoldOutcome.AlreadyHeld(epoch(1), held.operation()));
  }

  @Test
  void whatIsHeldOnAFrozenAccountIsNotRefusedToAnotherEpoch() {
    open(account("A").opening(usd("5")), account("B").opening(usd("5")));
    Leg held = leg("t1", 3, debit("A", usd("1")));
    held(held);
    change("A", StatusChange.FREEZE);

    List<AccountHoldOutcome> outcomes =
        accounts()
            .hold(
                List.of(
                    leg("t1", 2, debit("A", usd("1"))), leg("t2", 1, debit("B", usd("1"))), held));

    assertThat(outcomes.get(0))
        .isEqualTo(new AccountHoldOutcome.AlreadyHeld(epoch(3), held.operation()));
  }

  private static List<Leg> aCentEach() {
    return IntStream.range(0, MANY).mapToObj(n -> leg("t" + n, 1, debit("hot", cents(1)))).toList();
  }

  private void answers(List<Leg> legs, AccountHoldOutcome... expected) {
    assertThat(accounts().hold(legs)).containsExactly(expected);
  }

  private static AccountHoldOutcome insufficient(String account, Money available, Money asked) {
    return refused(new HoldRefusal.InsufficientFunds(accountId(account), available, asked));
  }

  private static AccountHoldOutcome refused(HoldRefusal refusal) {
    return new AccountHoldOutcome.Refused(refusal);
  }
}
