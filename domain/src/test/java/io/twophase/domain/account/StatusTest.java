package io.twophase.domain.account;

import static io.twophase.domain.account.AccountStatus.ACTIVE;
import static io.twophase.domain.account.AccountStatus.CLOSED;
import static io.twophase.domain.account.AccountStatus.FROZEN;
import static io.twophase.domain.account.StatusChange.CLOSE;
import static io.twophase.domain.account.StatusChange.FREEZE;
import static io.twophase.domain.account.StatusChange.UNFREEZE;
import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.money.Money;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("An account's status")
class StatusTest {

  @ParameterizedTest(name = "{0}, asked to {1}: {2}")
  @DisplayName("changes as asked, of an empty account")
  @CsvSource({
    "ACTIVE, FREEZE,   FROZEN",
    "ACTIVE, UNFREEZE, ACTIVE",
    "ACTIVE, CLOSE,    CLOSED",
    "FROZEN, FREEZE,   FROZEN",
    "FROZEN, UNFREEZE, ACTIVE",
    "FROZEN, CLOSE,    CLOSED",
    "CLOSED, CLOSE,    CLOSED",
  })
  void changes(AccountStatus from, StatusChange change, AccountStatus to) {
    Account before = in(from, account("A").with(usd("0")));
    assertThat(accepted(before.change(change))).is(to).isSound();
  }

  @ParameterizedTest(name = "closed, asked to {0}")
  @DisplayName("stays closed")
  @CsvSource({"FREEZE", "UNFREEZE"})
  void staysClosed(StatusChange change) {
    Account closed = in(CLOSED, account("A").with(usd("0")));
    assertThat(refused(closed.change(change))).isEqualTo(new StatusRefusal.Closed(closed.id()));
  }

  @ParameterizedTest(name = "{0} with {1} cents")
  @DisplayName("does not change to closed with money in it, or owed")
  @CsvSource({"ACTIVE, 1", "ACTIVE, -1", "FROZEN, 1", "FROZEN, -1"})
  void notEmpty(AccountStatus from, long balance) {
    Money left = cents(balance);
    Account account = in(from, account("A").overdraft(usd("1")).with(left));
    StatusRefusal refusal = refused(account.change(CLOSE));
    assertThat(refusal).isEqualTo(new StatusRefusal.NotEmpty(account.id(), left));
    assertThat(refusal.message()).isEqualTo("account A has a balance of " + left);
  }

  @Test
  @DisplayName("does not change to closed with anything held")
  void holds() {
    Account held = holding(account("A").with(usd("0")), "t");
    assertThat(refused(held.change(CLOSE))).isEqualTo(new StatusRefusal.HasHolds(held.id(), 1));
    assertThat(refused(held.change(CLOSE)).message()).isEqualTo("account A has 1 hold");
    assertThat(refused(holding(held, "u").change(CLOSE)).message())
        .isEqualTo("account A has 2 holds");
  }

  @Test
  @DisplayName("changes to frozen and back with anything held, and touches no figure")
  void figuresStay() {
    Account held = holding(account("A").with(usd("7")), "t");
    assertThat(accepted(accepted(held.change(FREEZE)).change(UNFREEZE))).isEqualTo(held);
  }

  @Test
  @DisplayName("has refusals that name the account and the reason")
  void messages() {
    StatusRefusal closed = new StatusRefusal.Closed(account("A").id());
    assertThat(closed.message()).isEqualTo("account A is closed");
    assertThat(closed.kind()).isEqualTo("Closed");
    assertThat(new StatusRefusal.NotFound(closed.account()).message())
        .isEqualTo("there is no account A");
  }

  private static Account in(AccountStatus status, Account account) {
    return status == ACTIVE ? account : accepted(account.change(status == FROZEN ? FREEZE : CLOSE));
  }

  private static Account holding(Account account, String transaction) {
    return accepted(account.hold(transactionId(transaction), epoch(1), credit("A", usd("1"))));
  }
}
