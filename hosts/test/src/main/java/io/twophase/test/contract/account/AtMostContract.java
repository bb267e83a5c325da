package io.twophase.test.contract.account;

import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
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
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Holds of debits that take as much as there is. */
public abstract class AtMostContract extends AccountContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected AtMostContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void allThatIsAskedForIsHeldWhereThereIsMore() {
    open(account("A").opening(usd("100")));

    assertThat(hold(atMost("t1", 1, usd("30")))).isEqualTo(held("30"));
    assertThat(read("A")).hasBalance(usd("100")).hasAvailable(usd("70")).isSound();
  }

  @Test
  void allThatIsThereIsHeldWhereThatIsLess() {
    open(account("A").floor(usd("10")).opening(usd("100")));
    held(leg("t1", 1, debit("A", usd("60"))));

    assertThat(hold(atMost("t2", 1, usd("50")))).isEqualTo(held("30"));
    assertThat(read("A")).hasAvailable(usd("0")).isSound();
    assertThat(
            read("A").holds().get(leg("t2", 1, debit("A", usd("1"))).transaction()).get().amount())
        .isEqualTo(3_000);
  }

  @Test
  void whereNothingIsThereThatIsTheAnswer() {
    open(account("A").opening(usd("0")));

    assertThat(hold(atMost("t1", 1, usd("5"))))
        .isEqualTo(
            new AccountHoldOutcome.Refused(
                new HoldRefusal.NothingAvailable(accountId("A"), usd("5"))));
    assertThat(read("A")).holdsNothing().isSound();
  }

  @Test
  void anOverdraftIsThereToo() {
    open(account("A").overdraft(usd("5")).opening(usd("-2")));

    assertThat(hold(atMost("t1", 1, usd("50")))).isEqualTo(held("3"));
  }

  @Test
  void theAccountsRulesAreThoseOfAnyDebit() {
    open(account("A").opening(usd("5")), account("frozen").opening(usd("5")));
    change("frozen", StatusChange.FREEZE);

    assertThat(hold(leg("t1", 1, Debit.atMost(accountId("ghost"), usd("1")))))
        .isEqualTo(refused(new HoldRefusal.NoSuchAccount(accountId("ghost"))));
    assertThat(hold(leg("t1", 1, Debit.atMost(accountId("frozen"), usd("1")))))
        .isEqualTo(refused(new HoldRefusal.AccountFrozen(accountId("frozen"))));
    assertThat(hold(atMost("t1", 1, eur("1"))))
        .isEqualTo(
            refused(
                new HoldRefusal.CurrencyMismatch(
                    accountId("A"), usd("1").currency(), eur("1").currency())));
  }

  @Test
  void aHoldThatIsThereSaysWhatItHolds() {
    open(account("A").opening(usd("7")));
    hold(atMost("t1", 1, usd("9")));

    assertThat(hold(atMost("t1", 2, usd("9"))))
        .isEqualTo(new AccountHoldOutcome.AlreadyHeld(epoch(1), debit("A", usd("7"))));
    assertThat(read("A")).hasAvailable(usd("0"));
  }

  @Test
  void itIsStampedAndSettledAsWhatItHolds() {
    open(account("A").opening(usd("7")));
    hold(atMost("t1", 1, usd("9")));

    assertThat(stamp(leg("t1", 2, debit("A", usd("9"))))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(stamp(leg("t1", 2, debit("A", usd("7"))))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(settle(leg("t1", 2, debit("A", usd("9"))))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(settle(leg("t1", 2, debit("A", usd("7"))))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(read("A")).hasBalance(usd("0")).holdsNothing().isSound();
  }

  @Test
  void itIsReleasedHoweverMuchItHoldsAtWhateverEpoch() {
    open(account("A").opening(usd("7")));
    hold(atMost("t1", 3, usd("9")));

    assertThat(release(atMost("t1", 1, usd("9")))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(release(atMost("t1", 1, usd("9")))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(read("A")).hasAvailable(usd("7")).holdsNothing().isSound();
  }

  @Test
  void itIsWithdrawnHoweverMuchItHoldsAtItsEpochOnly() {
    open(account("A").opening(usd("7")));
    hold(atMost("t1", 3, usd("9")));

    assertThat(withdraw(atMost("t1", 2, usd("9")))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(read("A")).hasAvailable(usd("0"));
    assertThat(withdraw(atMost("t1", 3, usd("9")))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(read("A")).hasAvailable(usd("7")).holdsNothing().isSound();
  }

  @Test
  void aHoldOfMoreOrInTheOtherDirectionIsNotItsOwn() {
    open(account("A").opening(usd("20")));
    held(leg("t1", 1, debit("A", usd("10"))), leg("t2", 1, credit("A", usd("5"))));
    Account before = read("A");

    for (String transaction : List.of("t1", "t2")) {
      assertThat(release(atMost(transaction, 1, usd("9")))).isEqualTo(MatchOutcome.NOT_MATCHED);
      assertThat(withdraw(atMost(transaction, 1, usd("9")))).isEqualTo(MatchOutcome.NOT_MATCHED);
    }
    assertThat(read("A")).isEqualTo(before);
    assertThat(release(leg("t9", 1, Debit.atMost(accountId("ghost"), usd("1")))))
        .isEqualTo(MatchOutcome.NOT_MATCHED);
  }

  @Test
  void itComesInItsTurnAmongOthersOfACall() {
    open(account("A").opening(usd("10")), account("B").opening(usd("0")));

    assertThat(
            accounts()
                .hold(
                    List.of(
                        leg("t1", 1, debit("A", usd("4"))),
                        leg("t1", 1, credit("B", usd("4"))),
                        atMost("t2", 1, usd("9")),
                        leg("t2", 1, credit("B", usd("9"))),
                        leg("t3", 1, debit("A", usd("1"))))))
        .isEqualTo(
            List.of(
                AccountHoldOutcome.held(),
                AccountHoldOutcome.held(),
                held("6"),
                AccountHoldOutcome.held(),
                refused(new HoldRefusal.InsufficientFunds(accountId("A"), usd("0"), usd("1")))));
    assertThat(
            accounts()
                .release(
                    List.of(
                        leg("t1", 1, debit("A", usd("4"))),
                        atMost("t2", 1, usd("9")),
                        leg("t1", 1, credit("B", usd("4"))),
                        leg("t2", 1, credit("B", usd("9"))))))
        .containsOnly(MatchOutcome.MATCHED);
    assertThat(read("A")).hasAvailable(usd("10")).holdsNothing().isSound();
    assertThat(read("B")).holdsNothing().isSound();
  }

  @Test
  void ofManyWhoTakeAsMuchAsThereIsAllTogetherTakeThat() {
    open(account("A").opening(usd("10")));

    List<AccountHoldOutcome> outcomes =
        Race.of(8, runner -> hold(atMost("t" + runner, 1, usd("3"))));

    long taken = 0;
    List<AccountHoldOutcome> others = new ArrayList<>();
    for (AccountHoldOutcome outcome : outcomes) {
      if (outcome instanceof AccountHoldOutcome.Held part) {
        taken += part.part().get().amount().minor();
      } else {
        others.add(outcome);
      }
    }
    assertThat(taken).isEqualTo(1_000);
    assertThat(others)
        .containsOnly(refused(new HoldRefusal.NothingAvailable(accountId("A"), usd("3"))));
    assertThat(read("A")).hasAvailable(usd("0")).isSound();
  }

  private static Leg atMost(String transaction, long epoch, Money amount) {
    return leg(transaction, epoch, Debit.atMost(accountId("A"), amount));
  }

  private static AccountHoldOutcome held(String amount) {
    return AccountHoldOutcome.held(debit("A", usd(amount)));
  }

  private static AccountHoldOutcome refused(HoldRefusal refusal) {
    return new AccountHoldOutcome.Refused(refusal);
  }
}
