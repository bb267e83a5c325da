package io.twophase.domain.account;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.account.OpeningRefusal.AboveCeiling;
import io.twophase.domain.account.OpeningRefusal.BelowFloor;
import io.twophase.domain.account.OpeningRefusal.CeilingOutOfRange;
import io.twophase.domain.account.OpeningRefusal.FloorOutOfRange;
import io.twophase.domain.account.OpeningRefusal.MixedCurrencies;
import io.twophase.domain.account.OpeningRefusal.NegativeOverdraft;
import io.twophase.domain.account.OpeningRefusal.OpenedDifferently;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.testing.Folds;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountFoldsTest {

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

  @Test
  void holdAnswers() {
    Folds.assertEachReachesItsOwn(
        HoldAnswer.class,
        List.of(
            new HoldAnswer.Present(epoch(1), debit("A", usd("1"))),
            new HoldAnswer.Denied(new HoldRefusal.AccountFrozen(A))),
        answer ->
            answer.<Class<?>>fold(
                present -> HoldAnswer.Present.class, denied -> HoldAnswer.Denied.class));
  }
}
