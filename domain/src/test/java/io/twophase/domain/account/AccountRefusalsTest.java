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
import io.twophase.domain.account.OpeningRefusal.AboveCeiling;
import io.twophase.domain.account.OpeningRefusal.BelowFloor;
import io.twophase.domain.account.OpeningRefusal.CeilingOutOfRange;
import io.twophase.domain.account.OpeningRefusal.FloorOutOfRange;
import io.twophase.domain.account.OpeningRefusal.MixedCurrencies;
import io.twophase.domain.account.OpeningRefusal.NegativeOverdraft;
import io.twophase.domain.account.OpeningRefusal.OpenedDifferently;
import io.twophase.domain.testing.Folds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountRefusalsTest {

  private static final AccountId A = accountId("A");

  @Test
  void openingRefusals() {
    Folds.assertEachReachesItsOwn(
        OpeningRefusal.class,
        List.of(
            new NegativeOverdraft(A, usd("-1")),
            new FloorOutOfRange(A, usd("-1")),
            new BelowFloor(A, usd("-1"), usd("0")),
            new AboveCeiling(A, usd("2"), usd("1")),
            new CeilingOutOfRange(A, usd("-1")),
            new MixedCurrencies(A),
            new OpenedDifferently(Opening.of(A, usd("1")).get())),
        refusal -> refusal.fold(new OpeningBranches()));
  }

  private static final class OpeningBranches implements OpeningRefusal.Cases<Class<?>> {

    @Override
    public Class<?> negativeOverdraft(NegativeOverdraft refusal) {
      return NegativeOverdraft.class;
    }

    @Override
    public Class<?> floorOutOfRange(FloorOutOfRange refusal) {
      return FloorOutOfRange.class;
    }

    @Override
    public Class<?> belowFloor(BelowFloor refusal) {
      return BelowFloor.class;
    }

    @Override
    public Class<?> aboveCeiling(AboveCeiling refusal) {
      return AboveCeiling.class;
    }

    @Override
    public Class<?> ceilingOutOfRange(CeilingOutOfRange refusal) {
      return CeilingOutOfRange.class;
    }

    @Override
    public Class<?> mixedCurrencies(MixedCurrencies refusal) {
      return MixedCurrencies.class;
    }

    @Override
    public Class<?> openedDifferently(OpenedDifferently refusal) {
      return OpenedDifferently.class;
    }
  }

  @Test
  void statusRefusals() {
    Folds.assertEachReachesItsOwn(
        StatusRefusal.class,
        List.of(
            new StatusRefusal.NotFound(A),
            new StatusRefusal.Closed(A),
            new StatusRefusal.NotEmpty(A, usd("1")),
            new StatusRefusal.HasHolds(A, 1),
            new StatusRefusal.Busy(A, transactionId("t"))),
        refusal ->
            refusal.<Class<?>>fold(
                notFound -> StatusRefusal.NotFound.class,
                closed -> StatusRefusal.Closed.class,
                notEmpty -> StatusRefusal.NotEmpty.class,
                hasHolds -> StatusRefusal.HasHolds.class,
                busy -> StatusRefusal.Busy.class));
  }

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
