package io.twophase.domain.account;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Seed;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A batch's range on an account")
class AccountRangesTest {

  private static final BatchId BATCH = new BatchId("batch:1");
  private static final Account A = Fixtures.account("A").ceiling(cents(100)).with(cents(40));
  private static final RangeHold HOLD = hold(Range.whole(30, 50));

  private static RangeHold hold(Range range) {
    return new RangeHold(BATCH, epoch(1), range);
  }

  private static Range reduced(long debit, long credit, long had, long could) {
    return new Range(debit, credit, Option.some(had), Option.some(could));
  }

  private static Either<RangeAnswer, Account> place(Account account, RangeHold hold) {
    return AccountRanges.hold(account, hold, USD, HoldLimit.NONE);
  }

  private static Account held() {
    return place(A, HOLD).get();
  }

  private static void hasFigures(Account account, long balance, long available, long receivable) {
    assertThat(account.balance()).isEqualTo(balance);
    assertThat(account.available()).isEqualTo(available);
    assertThat(account.receivable()).isEqualTo(receivable);
    assertThat(AccountFigures.fault(account)).isEmpty();
  }

  @Test
  void aHoldLowersBothBoundsAndNoBalance() {
    hasFigures(held(), 40, 10, 10);
    assertThat(AccountRanges.at(held(), BATCH, epoch(1))).contains(HOLD);
    assertThat(AccountRanges.at(held(), BATCH, epoch(2))).isEmpty();
  }

  @Test
  void whatIsMoreThanThereIsIsNotPlacedAndTheBoundsAreTold() {
    RangeAnswer answer = place(A, hold(Range.whole(41, 0))).getLeft();
    assertThat(answer).isEqualTo(new RangeAnswer.OtherBounds(40, 60));
    assertThat(place(A, hold(Range.whole(0, 61))).getLeft()).isEqualTo(answer);
  }

  @Test
  void aReducedHoldIsPlacedOnlyWhereWhatItSaysIsTrue() {
    assertThat(place(A, hold(reduced(40, 60, 40, 60))).isRight()).isTrue();
    assertThat(place(A, hold(reduced(39, 59, 39, 60))).isLeft()).isTrue();
    assertThat(place(A, hold(reduced(39, 59, 40, 59))).isLeft()).isTrue();
    // less than it says is no harm: the refusal is true all the more
    assertThat(place(A, hold(reduced(20, 20, 50, 70))).isRight()).isTrue();
  }

  @Test
  void aSecondHoldOfTheBatchIsNotPlaced() {
    RangeHold later = new RangeHold(BATCH, epoch(2), Range.whole(1, 1));
    assertThat(place(held(), later).getLeft()).isEqualTo(new RangeAnswer.Present(HOLD));
  }

  @Test
  void anAccountThatTakesNoHoldSaysWhy() {
    Account frozen = A.change(StatusChange.FREEZE).get();
    assertThat(place(frozen, HOLD).getLeft())
        .isEqualTo(new RangeAnswer.Refused(new HoldRefusal.AccountFrozen(A.id())));
    Account closed = Fixtures.account("A").with(cents(0)).change(StatusChange.CLOSE).get();
    assertThat(place(closed, HOLD).getLeft())
        .isEqualTo(new RangeAnswer.Refused(new HoldRefusal.AccountClosed(A.id())));
    assertThat(AccountRanges.hold(A, HOLD, EUR, HoldLimit.NONE).getLeft())
        .isEqualTo(new RangeAnswer.Refused(new HoldRefusal.CurrencyMismatch(A.id(), USD, EUR)));
  }

  @Test
  void anAccountWithAsManyHoldsAsItMayHaveIsBusy() {
    Account one = A.hold(transactionId("t"), epoch(1), credit("A", cents(1))).get();
    assertThat(AccountRanges.hold(one, HOLD, USD, new HoldLimit(1)).getLeft())
        .isEqualTo(new RangeAnswer.Busy());
    // and a batch's hold counts for a transfer's
    assertThat(
            held()
                .hold(transactionId("t"), epoch(1), credit("A", cents(1)), new HoldLimit(1))
                .getLeft())
        .isEqualTo(new HoldAnswer.Denied(new HoldRefusal.AccountBusy(A.id(), 1)));
  }

  @Test
  void aStampRaisesTheHoldThatWasReadAndNoOther() {
    Account stamped = AccountRanges.stamp(held(), HOLD, epoch(2)).get();
    assertThat(stamped.ranges().get(BATCH)).contains(HOLD.at(epoch(2)));
    hasFigures(stamped, 40, 10, 10);
    NoRange none = new NoRange(A.id(), BATCH);
    assertThat(AccountRanges.stamp(stamped, HOLD, epoch(3)).getLeft()).isEqualTo(none);
    assertThat(AccountRanges.stamp(held(), HOLD, epoch(1)).getLeft()).isEqualTo(none);
    RangeHold other = hold(Range.whole(30, 49));
    assertThat(AccountRanges.stamp(held(), other, epoch(2)).getLeft()).isEqualTo(none);
  }

  @Test
  void aSettleMovesTheNetAndGivesBackTheRest() {
    Account settled = AccountRanges.settle(held(), HOLD, -30).get();
    hasFigures(settled, 10, 10, 90);
    assertThat(settled.ranges()).isEmpty();
    hasFigures(AccountRanges.settle(held(), HOLD, 50).get(), 90, 90, 10);
    hasFigures(AccountRanges.settle(held(), HOLD, 0).get(), 40, 40, 60);
  }

  @Test
  void aSettleOfAnotherHoldDoesNothing() {
    NoRange none = new NoRange(A.id(), BATCH);
    assertThat(AccountRanges.settle(held(), HOLD.at(epoch(2)), 0).getLeft()).isEqualTo(none);
    assertThat(AccountRanges.settle(held(), hold(Range.whole(30, 49)), 0).getLeft())
        .isEqualTo(none);
    assertThat(AccountRanges.settle(A, HOLD, 0).getLeft()).isEqualTo(none);
  }

  @Test
  void aSettleBeyondTheRangeIsAFaultOfTheProgram() {
    assertThatThrownBy(() -> AccountRanges.settle(held(), HOLD, -31))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AccountRanges.settle(held(), HOLD, 51))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSettleDoesNotAskForTheStatus() {
    Account frozen = held().change(StatusChange.FREEZE).get();
    assertThat(AccountRanges.settle(frozen, HOLD, 1).get().balance()).isEqualTo(41);
  }

  @Test
  void aReleaseGivesAllBack() {
    assertThat(AccountRanges.release(held(), HOLD).get()).isEqualTo(A);
    assertThat(AccountRanges.release(held(), HOLD.at(epoch(2))).isLeft()).isTrue();
  }

  @Test
  void anAccountWithARangeIsNotClosed() {
    Account empty = Fixtures.account("A").with(cents(0));
    Account held = place(empty, hold(Range.whole(0, 5))).get();
    assertThat(held.change(StatusChange.CLOSE).getLeft())
        .isEqualTo(new StatusRefusal.HasHolds(A.id(), 1));
  }

  @Test
  void figuresStayExactWhateverIsHeldStampedSettledAndReleased() {
    Random random = Seed.random("AccountRangesTest");
    Account account = A;
    long balance = 40;
    int settles = 0;
    for (int step = 0; step < 50_000; step++) {
      RangeHold hold =
          new RangeHold(
              new BatchId("batch:" + random.nextInt(4)),
              epoch(1 + random.nextInt(2)),
              Range.whole(random.nextInt(30), random.nextInt(30)));
      RangeHold there = account.ranges().get(hold.batch()).getOrElse(hold);
      long width = there.range().debit() + there.range().credit();
      long net = there.range().credit() - random.nextInt(1 + (int) width);
      int what = random.nextInt(4);
      Either<?, Account> changed =
          switch (what) {
            case 0, 1 -> place(account, hold);
            case 2 -> AccountRanges.settle(account, there, net);
            default -> AccountRanges.release(account, there);
          };
      if (what == 2 && changed.isRight()) {
        balance += net;
        settles++;
      }
      account = changed.getOrElse(account);
      assertThat(account.balance()).isEqualTo(balance);
      assertThat(AccountFigures.fault(account)).isEmpty();
    }
    assertThat(settles).isGreaterThan(1_000);
  }
}
