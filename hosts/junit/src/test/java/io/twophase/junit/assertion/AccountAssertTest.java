package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.operation.AccountOperation.Direction;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AccountAssertTest {

  @AutoClose private final Bank bank = new Bank();

  private void authorize() {
    bank.twophase
        .authorizations()
        .authorize(bank.request("auth", "30.00"), new AuthorizationTerms(Duration.ofDays(1)));
  }

  @Test
  void anAccountOfWhichNothingIsHeld() {
    bank.transfer("t", "30.00");

    assertThat(bank.find("A"))
        .exists()
        .hasBalance("70.00")
        .hasAvailable("70.00")
        .hasNothingHeld()
        .hasHolds(0)
        .isActive();
    Failing.with(
        () -> assertThat(bank.find("A")).hasBalance("30.00"),
        "Expecting account A / to have a balance of 30.00 USD / but it has 70.00 USD");
    Failing.with(
        () -> assertThat(bank.find("A")).isHeldBy("t"), "to be held by t / but it is held by none");
    Failing.with(() -> assertThat(bank.find("A")).isAbsent(), "not to exist / but it is there");
  }

  @Test
  void anAccountOfWhichSomethingIsHeld() {
    authorize();

    assertThat(bank.find("A"))
        .hasBalance("100.00")
        .hasAvailable("70.00")
        .hasHolds(1)
        .isHeldBy("auth");
    Failing.with(
        () -> assertThat(bank.find("A")).hasNothingHeld(),
        "Expecting account A / to have nothing held / but it is held by auth (");
    Failing.with(
        () -> assertThat(bank.find("A")).hasAvailable("100.00"),
        "to have available 100.00 USD / but it has 70.00 USD; held by auth (");
    Failing.with(
        () -> assertThat(bank.find("A")).hasHolds(2),
        "to have 2 holds / but it has 1; held by auth (");
    Failing.with(() -> assertThat(bank.find("A")).isHeldBy("t"), "but it is held by auth (");
  }

  @Test
  void theStatus() {
    bank.twophase.accounts().change(account("A"), StatusChange.FREEZE);
    bank.twophase.accounts().change(account("B"), StatusChange.CLOSE);

    assertThat(bank.find("A")).isFrozen();
    assertThat(bank.find("B")).isClosed();
    Failing.with(
        () -> assertThat(bank.find("A")).isActive(),
        "Expecting account A / to be active / but it is frozen");
    Failing.with(() -> assertThat(bank.find("A")).isClosed(), "to be closed / but it is frozen");
    Failing.with(() -> assertThat(bank.find("B")).isFrozen(), "to be frozen / but it is closed");
  }

  @Test
  void noSuchAccount() {
    assertThat(bank.find("none")).isAbsent();
    Failing.with(
        () -> assertThat(bank.find("none")).hasBalance("0.00"),
        "Expecting account none / to exist / but there is none");
  }

  @Test
  void oneThatCannotBeRead() {
    AccountLookup unreadable = new AccountLookup.Unreadable("A", "balance is no number");

    Failing.with(
        () -> assertThat(unreadable).exists(), "to exist / but it cannot be read: balance is");
    Failing.with(() -> assertThat(unreadable).isAbsent(), "not to exist / but it is there");
  }

  @Test
  void anAccountByItselfAndWithItsSignTurned() {
    Account cash =
        Account.open(
            Opening.of(
                    account("cash"),
                    money("25.00", "USD"),
                    Optional.empty(),
                    Optional.empty(),
                    Direction.DEBIT)
                .get());

    assertThat(cash).exists().hasBalance("25.00");
  }
}
