package io.twophase.test.contract.account;

import static io.twophase.domain.operation.Direction.CREDIT;
import static io.twophase.domain.operation.Direction.DEBIT;
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

import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountHoldOutcome.AlreadyHeld;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.ports.AccountRepository;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link AccountRepository#hold}, one leg at a time. */
public abstract class HoldingContract extends AccountContract {

  private static final long MAX = Long.MAX_VALUE;

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected HoldingContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void aDebitIsSetAsideFromWhatIsAvailable() {
    open(account("A").ceiling(usd("500")).opening(usd("100")));

    assertThat(hold(leg("t1", 1, debit("A", usd("30"))))).isEqualTo(AccountHoldOutcome.held());

    assertThat(read("A"))
        .hasBalance(usd("100"))
        .hasAvailable(usd("70"))
        .canReceive(usd("400"))
        .holds("t1", 1, DEBIT, usd("30"))
        .isSound();
  }

  @Test
  void aCreditIsSetAsideFromWhatIsReceivable() {
    open(account("A").ceiling(usd("500")).opening(usd("100")));

    assertThat(hold(leg("t1", 7, credit("A", usd("30"))))).isEqualTo(AccountHoldOutcome.held());

    assertThat(read("A"))
        .hasBalance(usd("100"))
        .hasAvailable(usd("100"))
        .canReceive(usd("370"))
        .holds("t1", 7, CREDIT, usd("30"))
        .isSound();
  }

  @Test
  void anAccountHoldsForManyTransactionsAtOnce() {
    open(account("A").ceiling(usd("500")).opening(usd("100")));

    held(leg("t1", 1, debit("A", usd("30"))));
    held(leg("t2", 4, credit("A", usd("50"))));
    held(leg("t3", 1, debit("A", usd("70"))));

    assertThat(read("A"))
        .hasAvailable(usd("0"))
        .canReceive(usd("350"))
        .holds("t1", 1, DEBIT, usd("30"))
        .holds("t2", 4, CREDIT, usd("50"))
        .holds("t3", 1, DEBIT, usd("70"))
        .isSound();
  }

  @Test
  void allThatIsAvailableCanBeHeldAndNothingMore() {
    open(account("A").opening(usd("10")));

    refuses(insufficient(usd("10"), usd("10.01")), debit("A", usd("10.01")));
    held(leg("t1", 1, debit("A", usd("10"))));
    refuses(insufficient(usd("0"), usd("0.01")), debit("A", usd("0.01")));
  }

  @Test
  void anOverdraftCanBeHeldDownToItsLimit() {
    open(account("A").overdraft(usd("5")).opening(usd("-1")));

    refuses(insufficient(usd("4"), usd("4.01")), debit("A", usd("4.01")));
    held(leg("t1", 1, debit("A", usd("4"))));
    refuses(insufficient(usd("0"), usd("0.01")), debit("A", usd("0.01")));
  }

  @Test
  void allThatIsReceivableCanBeHeldAndNothingMore() {
    open(account("A").ceiling(usd("100")).opening(usd("90")));

    refuses(ceiling(usd("10"), usd("10.01")), credit("A", usd("10.01")));
    held(leg("t1", 1, credit("A", usd("10"))));
    refuses(ceiling(usd("0"), usd("0.01")), credit("A", usd("0.01")));
  }

  @Test
  void aHeldCreditCannotBeSpentAndAHeldDebitMakesNoRoom() {
    open(account("A").ceiling(usd("10")).opening(usd("4")));
    held(leg("t1", 1, credit("A", usd("6"))), leg("t2", 1, debit("A", usd("4"))));

    refuses(insufficient(usd("0"), usd("1")), debit("A", usd("1")));
    refuses(ceiling(usd("0"), usd("1")), credit("A", usd("1")));
  }

  @Test
  void theLargestAmountIsHeldOutOfAFullAccountAndIntoAnEmptyOne() {
    open(account("A").opening(cents(MAX)));
    held(leg("t1", 1, debit("A", cents(MAX))));
    refuses(insufficient(cents(0), cents(MAX)), debit("A", cents(MAX)));
    refuses(ceiling(cents(0), cents(MAX)), credit("A", cents(MAX)));

    open(account("B").opening(cents(0)));
    held(leg("t1", 1, credit("B", cents(MAX))));
    assertThat(read("A")).hasAvailable(cents(0)).isSound();
    assertThat(read("B")).canReceive(cents(0)).hasAvailable(cents(0)).isSound();
  }

  @Test
  void theLargestOverdraftIsHeldWhole() {
    open(account("A").overdraft(cents(MAX)).opening(cents(0)));

    refuses(ceiling(cents(0), cents(1)), credit("A", cents(1)));
    held(leg("t1", 1, debit("A", cents(MAX))));
    assertThat(read("A")).hasAvailable(cents(0)).isSound();
  }

  @Test
  void anAccountThatIsNotThereRefuses() {
    refuses(new HoldRefusal.NoSuchAccount(accountId("A")), debit("A", usd("1")));
    refuses(new HoldRefusal.NoSuchAccount(accountId("A")), credit("A", usd("1")));
    assertThat(accounts().find(ids("A"))).containsExactly(new AccountLookup.Absent(accountId("A")));
  }

  @Test
  void aFrozenAccountRefusesUntilItIsUnfrozen() {
    open(account("A").opening(usd("5")));
    change("A", StatusChange.FREEZE);

    refusesAndStays(new HoldRefusal.AccountFrozen(accountId("A")), debit("A", usd("1")));
    refusesAndStays(new HoldRefusal.AccountFrozen(accountId("A")), credit("A", usd("1")));
    change("A", StatusChange.UNFREEZE);
    held(leg("t1", 1, debit("A", usd("1"))));
  }

  @Test
  void aClosedAccountRefuses() {
    open(account("A").opening(usd("0")));
    change("A", StatusChange.CLOSE);

    refusesAndStays(new HoldRefusal.AccountClosed(accountId("A")), debit("A", usd("1")));
    refusesAndStays(new HoldRefusal.AccountClosed(accountId("A")), credit("A", usd("1")));
  }

  @Test
  void anotherCurrencyIsRefused() {
    open(account("A").opening(eur("5")));
    HoldRefusal mismatch = new HoldRefusal.CurrencyMismatch(accountId("A"), EUR, USD);

    refusesAndStays(mismatch, debit("A", usd("1")));
    refusesAndStays(mismatch, credit("A", usd("1")));
  }

  @Test
  void ofSeveralReasonsTheFirstInTheOrderOfTheRulesIsGiven() {
    open(account("A").opening(usd("0")));
    refuses(new HoldRefusal.CurrencyMismatch(accountId("A"), USD, EUR), debit("A", eur("9")));
    change("A", StatusChange.FREEZE);
    refuses(new HoldRefusal.AccountFrozen(accountId("A")), debit("A", eur("9")));
    change("A", StatusChange.CLOSE);
    refuses(new HoldRefusal.AccountClosed(accountId("A")), debit("A", eur("9")));
  }

  @Test
  void aRefusedHoldLeavesTheAccountAsItWas() {
    open(account("A").ceiling(usd("10")).opening(usd("10")));
    held(leg("t0", 1, debit("A", usd("3"))));

    refusesAndStays(insufficient(usd("7"), usd("8")), debit("A", usd("8")));
    refusesAndStays(ceiling(usd("0"), usd("1")), credit("A", usd("1")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 4, 5, 6, Long.MAX_VALUE})
  void aHoldThatIsThereIsToldWithItsEpochWhateverTheEpochAsked(long asked) {
    open(account("A").opening(usd("10")));
    held(leg("t1", 5, debit("A", usd("3"))));
    Account before = read("A");

    assertThat(hold(leg("t1", asked, debit("A", usd("3")))))
        .isEqualTo(new AlreadyHeld(epoch(5), debit("A", usd("3"))));
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void aHoldThatIsThereIsToldEvenWhereANewOneWouldBeRefused() {
    open(account("A").opening(usd("10")), account("B").ceiling(usd("10")).opening(usd("0")));
    Leg debit = leg("t1", 2, debit("A", usd("10")));
    Leg credit = leg("t1", 2, credit("B", usd("10")));
    held(debit, credit);

    assertThat(hold(debit)).isEqualTo(new AlreadyHeld(epoch(2), debit.operation()));
    assertThat(hold(credit)).isEqualTo(new AlreadyHeld(epoch(2), credit.operation()));
    change("A", StatusChange.FREEZE);
    assertThat(hold(debit)).isEqualTo(new AlreadyHeld(epoch(2), debit.operation()));
  }

  @Test
  void aTransactionHasOneHoldOnAnAccountWhateverTheOperation() {
    open(account("A").opening(usd("10")));
    held(leg("t1", 1, debit("A", usd("3"))));
    Account before = read("A");
    AccountHoldOutcome there = new AlreadyHeld(epoch(1), debit("A", usd("3")));

    assertThat(hold(leg("t1", 2, debit("A", usd("4"))))).isEqualTo(there);
    assertThat(hold(leg("t1", 2, credit("A", usd("3"))))).isEqualTo(there);
    assertThat(read("A")).isEqualTo(before);
  }

  @ParameterizedTest(name = BY_NUMBER)
  @ValueSource(strings = {"t", "T.1", "$t", "a b", "ü", "😀", "'\"{}[]\\", "__proto__", "_id"})
  void aTransactionOfAnyNameHolds(String transaction) {
    open(account("A").opening(usd("10")));
    held(leg("other", 1, debit("A", usd("1"))), leg(transaction, 1, debit("A", usd("3"))));

    assertThat(read("A")).holds(transaction, 1, DEBIT, usd("3")).isSound();
  }

  @Test
  void aHoldThatComesAfterItsSettleIsPlacedAgain() {
    open(account("A").opening(usd("10")));
    Leg leg = leg("t1", 1, debit("A", usd("3")));
    held(leg);
    settle(leg);

    held(leg);
    assertThat(read("A")).hasBalance(usd("7")).hasAvailable(usd("4")).isSound();
  }

  private void refuses(HoldRefusal expected, AccountOperation operation) {
    assertThat(hold(leg("refused", 1, operation)))
        .isEqualTo(new AccountHoldOutcome.Refused(expected));
  }

  private void refusesAndStays(HoldRefusal expected, AccountOperation operation) {
    Account before = read(operation.account());
    refuses(expected, operation);
    assertThat(read(operation.account())).isEqualTo(before);
  }

  private static HoldRefusal insufficient(Money available, Money asked) {
    return new HoldRefusal.InsufficientFunds(accountId("A"), available, asked);
  }

  private static HoldRefusal ceiling(Money receivable, Money asked) {
    return new HoldRefusal.CeilingReached(accountId("A"), receivable, asked);
  }
}
