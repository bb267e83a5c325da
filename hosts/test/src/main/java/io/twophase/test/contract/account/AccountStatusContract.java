package io.twophase.test.contract.account;

import static io.twophase.domain.account.StatusChange.CLOSE;
import static io.twophase.domain.account.StatusChange.FREEZE;
import static io.twophase.domain.account.StatusChange.UNFREEZE;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.Race;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link AccountRepository#change}. */
public abstract class AccountStatusContract extends AccountContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected AccountStatusContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void anAccountIsFrozenAndUnfrozen() {
    open(account("A").opening(usd("5")));

    becomes(AccountStatus.FROZEN, FREEZE);
    becomes(AccountStatus.ACTIVE, UNFREEZE);
  }

  @Test
  void whatIsFrozenOrUnfrozenAlreadyStaysAsItIs() {
    open(account("A").opening(usd("5")));

    becomes(AccountStatus.ACTIVE, UNFREEZE);
    becomes(AccountStatus.FROZEN, FREEZE);
    becomes(AccountStatus.FROZEN, FREEZE);
  }

  @Test
  void freezingLeavesFiguresAndHoldsAlone() {
    open(account("A").overdraft(usd("2")).opening(usd("5")));
    held(leg("t1", 3, debit("A", usd("4"))), leg("t2", 1, credit("A", usd("1"))));
    Account before = read("A");

    change("A", FREEZE);

    assertThat(read("A").holds()).isEqualTo(before.holds());
    assertThat(read("A")).hasBalance(usd("5")).hasAvailable(usd("3")).isSound();
  }

  @Test
  void anEmptyAccountIsClosedWhetherActiveOrFrozen() {
    open(account("A").opening(usd("0")), account("B").opening(usd("0")));
    change("B", FREEZE);

    becomes(AccountStatus.CLOSED, CLOSE);
    change("B", CLOSE);
    assertThat(read("B")).is(AccountStatus.CLOSED);
  }

  @Test
  void aClosedAccountIsClosedForEver() {
    open(account("A").opening(usd("0")));
    change("A", CLOSE);

    becomes(AccountStatus.CLOSED, CLOSE);
    refuses(new StatusRefusal.Closed(accountId("A")), FREEZE);
    refuses(new StatusRefusal.Closed(accountId("A")), UNFREEZE);
    assertThat(read("A")).is(AccountStatus.CLOSED);
  }

  @Test
  void anAccountWithMoneyInItIsNotClosed() {
    open(account("A").opening(usd("0.01")));

    refuses(new StatusRefusal.NotEmpty(accountId("A"), usd("0.01")), CLOSE);
    assertThat(read("A")).is(AccountStatus.ACTIVE);
  }

  @Test
  void anOverdrawnAccountIsNotClosed() {
    open(account("A").overdraft(usd("3")).opening(usd("-2")));

    refuses(new StatusRefusal.NotEmpty(accountId("A"), usd("-2")), CLOSE);
  }

  @Test
  void anAccountWithHoldsIsNotClosedEvenWhenItIsEmpty() {
    open(account("A").overdraft(usd("3")).opening(usd("0")));
    held(leg("t1", 1, debit("A", usd("1"))), leg("t2", 1, credit("A", usd("1"))));

    refuses(new StatusRefusal.HasHolds(accountId("A"), 2), CLOSE);
    release(leg("t1", 1, debit("A", usd("1"))));
    refuses(new StatusRefusal.HasHolds(accountId("A"), 1), CLOSE);
    release(leg("t2", 1, credit("A", usd("1"))));
    becomes(AccountStatus.CLOSED, CLOSE);
  }

  @Test
  void holdsAreNamedBeforeMoney() {
    open(account("A").opening(usd("5")));
    held(leg("t1", 1, debit("A", usd("5"))));

    refuses(new StatusRefusal.HasHolds(accountId("A"), 1), CLOSE);
  }

  @Test
  void anAccountThatWasSpentEmptyIsClosed() {
    open(account("A").opening(usd("5")));
    held(leg("t1", 1, debit("A", usd("5"))));
    settle(leg("t1", 1, debit("A", usd("5"))));

    becomes(AccountStatus.CLOSED, CLOSE);
  }

  @ParameterizedTest
  @EnumSource
  void anAccountThatIsNotThereIsNotChanged(StatusChange change) {
    refuses(new StatusRefusal.NotFound(accountId("A")), change);
    assertThat(accounts().find(ids("A"))).containsExactly(new AccountLookup.Absent(accountId("A")));
  }

  @RepeatedTest(10)
  void ofAHoldAndACloseAtOnceOneIsRefused() {
    open(account("A").opening(usd("0")));

    List<Boolean> taken =
        Race.of(
            2,
            runner ->
                runner == 0
                    ? hold(leg("t1", 1, credit("A", usd("1")))) instanceof AccountHoldOutcome.Held
                    : accounts().change(accountId("A"), CLOSE) instanceof StatusOutcome.Changed);

    assertThat(taken).containsExactlyInAnyOrder(true, false);
  }

  private void becomes(AccountStatus expected, StatusChange change) {
    StatusOutcome outcome = accounts().change(accountId("A"), change);

    assertThat(outcome).isEqualTo(new StatusOutcome.Changed(read("A")));
    assertThat(read("A")).is(expected);
  }

  private void refuses(StatusRefusal expected, StatusChange change) {
    assertThat(accounts().change(accountId("A"), change))
        .isEqualTo(new StatusOutcome.Refused(expected));
  }
}
