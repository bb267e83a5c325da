package io.twophase.domain.account;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.transaction.HoldRefusal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountRefusalsTest {

  private static final AccountId A = accountId("A");

  /** The contract of holds says when each of them is answered. */
  @Test
  void messages() {
    String earlier =
        " that is not this transaction's: a credit of 1.00 USD at epoch 3, left by an earlier"
            + " transaction of that id; scrub releases it";
    Map<HoldRefusal, String> ofHolds =
        Map.of(
            new HoldRefusal.NoSuchAccount(A),
            "there is no account A",
            new HoldRefusal.AccountFrozen(A),
            "account A is frozen",
            new HoldRefusal.AccountClosed(A),
            "account A is closed",
            new HoldRefusal.CurrencyMismatch(A, USD, EUR),
            "account A keeps USD, not EUR",
            new HoldRefusal.InsufficientFunds(A, usd("25"), usd("25.01")),
            "account A has 25.00 USD available, 25.01 USD asked",
            new HoldRefusal.NothingAvailable(A, usd("25")),
            "account A has nothing available, at most 25.00 USD asked",
            new HoldRefusal.CeilingReached(A, usd("30"), usd("30.01")),
            "account A can receive 30.00 USD, 30.01 USD asked",
            new HoldRefusal.AccountBusy(A, 1),
            "account A is busy: it has 1 holds, and may have no more",
            new HoldRefusal.AccountCorrupt(A, "no balance"),
            "account A cannot be read: no balance",
            new HoldRefusal.ForeignHold(transactionId("r:2"), epoch(3), credit("A", usd("1"))),
            "account A has a hold under the id r:2" + earlier);
    Map<StatusRefusal, String> ofStatus =
        Map.of(
            new StatusRefusal.NotFound(A),
            "there is no account A",
            new StatusRefusal.Closed(A),
            "account A is closed",
            new StatusRefusal.Busy(A, transactionId("t")),
            "account A is busy: transaction t holds it as it is until it is decided",
            new StatusRefusal.NotEmpty(A, usd("-1")),
            "account A has a balance of -1.00 USD",
            new StatusRefusal.HasHolds(A, 1),
            "account A has 1 hold",
            new StatusRefusal.HasHolds(A, 2),
            "account A has 2 holds");
    ofHolds.forEach(
        (refusal, message) -> {
          assertThat(refusal.message()).isEqualTo(message);
          assertThat(refusal.account()).isEqualTo(A);
          assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
        });
    ofStatus.forEach(
        (refusal, message) -> {
          assertThat(refusal.message()).isEqualTo(message);
          assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
        });
  }
}
