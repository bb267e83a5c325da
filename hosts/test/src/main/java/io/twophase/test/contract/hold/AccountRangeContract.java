package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.transaction.HoldRefusal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Placing ranges of accounts: what is there, what is short, what is refused, what is foreign. */
public abstract class AccountRangeContract extends HoldCases {

  private static final long MAX = Long.MAX_VALUE;

  private static Placing reduced(String record, Range range) {
    return money(record, 1, "A", range);
  }

  private static Range range(long debit, long credit, long had, long could) {
    return new Range(debit, credit, Optional.of(had), Optional.of(could));
  }

  /** A debit of all that there was. */
  private static Range all(long debit) {
    return new Range(debit, 0, Optional.of(debit), Optional.empty());
  }

  private static Claim.OfRange nineAtMost() {
    Claim.OfRange nine = (Claim.OfRange) debit("t1", 1, "A", 9).claim();
    return new Claim.OfRange(nine.target(), nine.scale(), nine.range(), true);
  }

  private static Placing inEuros(String record, long amount) {
    Claim.OfRange claim =
        new Claim.OfRange(
            new Target.OfAccount(accountId("A")),
            new Scale.Money(EUR),
            Range.whole(amount, 0),
            false);
    return asked(record, 2, claim);
  }

  @Test
  void theLargestAmountMovesOnceItIsKnownThatItFits() {
    open(account("A").opening(cents(MAX)), account("B").opening(cents(0)));
    Placing out = debit("t1", 1, "A", MAX);
    Placing in = credit("t1", 1, "B", MAX);
    isShort(out, MAX, 0);
    isShort(in, 0, MAX);
    Placing allOut = money("t1", 1, "A", all(MAX));
    Placing allIn = money("t1", 1, "B", new Range(0, MAX, Optional.empty(), Optional.of(MAX)));
    held(allOut, allIn);
    isShort(debit("t2", 1, "A", 1), 0, 0);
    assertThat(end(settle(allOut, -MAX), settle(allIn, MAX))).containsExactly(MATCHED, MATCHED);
    hasFigures("A", 0, 0, MAX);
    hasFigures("B", MAX, MAX, 0);
  }

  /** A sum of several members that would pass int64 stops there, and is more than any has. */
  @Test
  void aSumThatReachesTheEndOfInt64FitsNoAccount() {
    open(account("B").opening(cents(0)));
    isShort(money(BATCH, 1, "B", Range.whole(0, MAX)), 0, MAX);
    open(account("A").overdraft(cents(MAX)).opening(cents(0)));
    isShort(money(BATCH, 1, "A", Range.whole(MAX, 0)), MAX, 0);
    held(money(BATCH, 1, "A", Range.whole(MAX - 1, 0)));
    hasFigures("A", 0, 1, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t1", BATCH})
  void aReducedRangeIsHeldIfItSaysTheTruthAndKeepsIt(String record) {
    open("A", 40, 100);
    isShort(reduced(record, range(30, 50, 39, 60)), 40, 60);
    isShort(reduced(record, range(30, 50, 40, 59)), 40, 60);
    isShort(reduced(record, range(41, 0, 41, 60)), 40, 60);
    Placing asked = held(reduced(record, range(30, 50, 40, 60)));
    assertThat(read("A").holds()).containsExactly(holdOf(asked));
    assertThat(end(settle(asked, 2))).isEqualTo(MATCHED);
    hasFigures("A", 42, 42, 58);
  }

  @Test
  void aRangeOfNothingIsOnlyLookedAt() {
    open("A", 40, 100);
    Placing nothing = reduced(BATCH, range(0, 0, 40, 60));
    isShort(nothing, 40, 60);
    isShort(debit("t1", 1, "A", 0), 40, 60);
    assertThat(read("A").holds()).isEmpty();
    isRefused(debit("t1", 1, "ghost", 0), new HoldRefusal.NoSuchAccount(accountId("ghost")));
    Placing there = held(money(BATCH, 1, "A", Range.whole(1, 0)));
    isPresent(nothing, holdOf(there));
    assertThat(end(withdraw(there))).isEqualTo(MATCHED);
    assertThat(end(release(nothing))).isEqualTo(NOT_MATCHED);
  }

  @Test
  void ofSeveralReasonsTheFirstInTheOrderOfTheRulesIsGiven() {
    open("A", 0, 100);
    isRefused(inEuros("t1", 9), new HoldRefusal.CurrencyMismatch(accountId("A"), USD, EUR));
    status("A", StatusChange.FREEZE);
    isRefused(inEuros("t1", 9), new HoldRefusal.AccountFrozen(accountId("A")));
    isRefused(credit("t1", 1, "A", 101), new HoldRefusal.AccountFrozen(accountId("A")));
    status("A", StatusChange.UNFREEZE);
    done(credit("t1", 1, "A", 1));
    done(debit("t1", 1, "A", 1));
    status("A", StatusChange.CLOSE);
    isRefused(debit("t2", 1, "A", 1), new HoldRefusal.AccountClosed(accountId("A")));
    isRefused(inEuros("t1", 9), new HoldRefusal.AccountClosed(accountId("A")));
    hasFigures("A", 0, 0, 100);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 4, 5, 6, MAX})
  void aHoldThatIsThereIsToldWhateverTheEpochAsked(long asked) {
    open("A", 10, 10);
    Placing there = held(debit("t1", 5, "A", 10));
    isPresent(at(asked, there), holdOf(there));
    isPresent(debit("t1", asked, "A", 4), holdOf(there));
    isPresent(credit("t1", asked, "A", 10), holdOf(there));
    hasFigures("A", 10, 0, 0);
    status("A", StatusChange.FREEZE);
    isPresent(at(asked, there), holdOf(there));
  }

  /** A hold that an earlier transaction of the same id has left is not taken for this one's. */
  @Test
  void aHoldOfAnotherCurrencyIsNoneOfThisRecord() {
    open("A", 10, 10);
    held(debit("t1", 1, "A", 3));
    isRefused(inEuros("t1", 3), new HoldRefusal.CurrencyMismatch(accountId("A"), USD, EUR));
  }

  /** Only the hold says how much a debit at most holds. */
  @Test
  void aDebitAtMostAdmitsLessOfItsOwnDirectionAndEndsIt() {
    open("A", 7, 100);
    Claim.OfRange atMost = nineAtMost();
    isShort(asked("t1", 1, atMost), 7, 93);
    Placing part = asked("t1", 3, atMost.of(all(7)));
    held(part);
    assertThat(atMost.admits(holdOf(part))).isTrue();
    isPresent(asked("t1", 4, atMost), holdOf(part));
    assertThat(end(withdraw(asked("t1", 2, atMost)))).isEqualTo(NOT_MATCHED);
    assertThat(end(release(asked("t1", 9, atMost)))).isEqualTo(MATCHED);
    hasFigures("A", 7, 7, 93);

    held(part);
    assertThat(stamp(part, 5)).isEqualTo(MATCHED);
    assertThat(end(settle(asked("t1", 5, atMost), -7))).isEqualTo(MATCHED);
    hasFigures("A", 0, 0, 100);

    Placing credit = held(credit("t1", 1, "A", 5));
    assertThat(atMost.admits(holdOf(credit))).isFalse();
    Placing more = held(credit("t2", 1, "A", 50));
    assertThat(end(release(asked("t1", 1, atMost)))).isEqualTo(NOT_MATCHED);
    assertThat(end(settle(more))).isEqualTo(MATCHED);
    Placing ten = held(debit("t3", 1, "A", 10));
    Placing eight = held(debit("t4", 1, "A", 8));
    assertThat(end(release(asked("t3", 1, atMost)))).isEqualTo(NOT_MATCHED);
    assertThat(end(release(asked("t4", 1, atMost)))).as("not all there was").isEqualTo(NOT_MATCHED);
    assertThat(read("A").holds()).containsExactly(holdOf(credit), holdOf(ten), holdOf(eight));
  }

  @Test
  void aDebitAtMostEndsAsItIsThereWhateverItsCallerKnows() {
    open("A", 7, 100);
    Claim.OfRange atMost = nineAtMost();
    Placing there = asked("t1", 1, atMost.of(all(7)));
    Placing known = asked("t1", 1, atMost.of(all(6)));
    held(there);
    assertThat(
            end(
                Ending.settle(
                    there.record(), atMost, there.epoch(), -5, Optional.of(holdOf(known)))))
        .isEqualTo(MATCHED);
    hasFigures("A", 2, 2, 98);
  }

  /** Fewer members may have taken part at an older epoch. */
  @Test
  void aRecordOfSeveralAdmitsWhateverItHasPlaced() {
    open("A", 40, 100);
    Placing older = held(money(BATCH, 1, "A", range(3, 4, 40, 60)));
    Placing asked = money(BATCH, 2, "A", Range.whole(30, 0));
    assertThat(asked.claim().admits(holdOf(older))).isTrue();
    isPresent(asked, holdOf(older));
    assertThat(stamp(older, 2)).isEqualTo(MATCHED);
    assertThat(end(settle(asked, -3))).isEqualTo(MATCHED);
    hasFigures("A", 37, 37, 63);
  }

  @ParameterizedTest(name = "[{index}]")
  @ValueSource(strings = {"t", "T.1", "$t", "a b", "ü", "😀", "'\"{}[]\\", "__proto__", "_id"})
  void aRecordOfAnyNameHolds(String record) {
    open("A", 10, 10);
    held(debit("other", 1, "A", 1), debit(record, 1, "A", 3));
    assertThat(read("A").holds()).contains(holdOf(debit(record, 1, "A", 3)));
    assertThat(end(settle(debit(record, 1, "A", 3)))).isEqualTo(MATCHED);
    hasFigures("A", 7, 6, 3);
  }
}
