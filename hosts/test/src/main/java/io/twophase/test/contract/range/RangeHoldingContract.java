package io.twophase.test.contract.range;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Placing, seeing and stamping ranges. */
public abstract class RangeHoldingContract extends RangeContract {

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected RangeHoldingContract(Supplier<RangeStore> fresh) {
    super(fresh);
  }

  @Test
  void aRangeLowersBothBoundsAndNoBalance() {
    open("A", 40, 100);
    matches(hold("A", 1, Range.whole(30, 50)));
    hasFigures("A", 40, 10, 10);
    assertThat(look("A")).isEqualTo(new RangeLook.Held(heldAt(1, Range.whole(30, 50))));
  }

  @Test
  void whatTheAccountHasNotIsNotHeldAndItsBoundsAreSeen() {
    open("A", 40, 100);
    matchesNothing(hold("A", 1, Range.whole(41, 0)));
    matchesNothing(hold("A", 1, Range.whole(0, 61)));
    hasFigures("A", 40, 40, 60);
    assertThat(look("A")).isEqualTo(new RangeLook.Bounds(40, 60));
  }

  @Test
  void aReducedRangeIsHeldWhereWhatItSaysIsTrueAndSaysSo() {
    open("A", 40, 100);
    matchesNothing(hold("A", 1, new Range(30, 50, Option.some(39L), Option.none())));
    matchesNothing(hold("A", 1, new Range(30, 50, Option.none(), Option.some(59L))));
    Range reduced = new Range(30, 50, Option.some(40L), Option.some(60L));
    matches(hold("A", 1, reduced));
    assertThat(look("A")).isEqualTo(new RangeLook.Held(heldAt(1, reduced)));
  }

  @Test
  void aRangeOfNothingIsOne() {
    open("A", 0, 100);
    Range nothing = new Range(0, 0, Option.some(0L), Option.none());
    matches(hold("A", 1, nothing));
    assertThat(look("A")).isEqualTo(new RangeLook.Held(heldAt(1, nothing)));
    matches(settle("A", 1, 0));
    hasFigures("A", 0, 0, 100);
  }

  @Test
  void aBatchHasOneRangeOfAnAccountWhateverItsEpoch() {
    open("A", 40, 100);
    matches(hold("A", 1, Range.whole(1, 1)));
    matchesNothing(hold("A", 1, Range.whole(1, 1)));
    matchesNothing(hold("A", 2, Range.whole(2, 2)));
    hasFigures("A", 40, 39, 59);
  }

  @Test
  void rangesOfBatchesAndHoldsOfTransfersLieBesideEachOther() {
    open("A", 40, 100);
    matches(hold("A", 1, Range.whole(20, 0)));
    assertThat(isMatched(new BatchId("batch:2"), hold("A", 1, Range.whole(15, 0)))).isTrue();
    Leg leg = new Leg(transactionId("t"), epoch(1), debit("A", cents(6)));
    assertThat(store().accounts().hold(List.of(leg)).get(0))
        .isInstanceOf(AccountHoldOutcome.Refused.class);
    Leg less = new Leg(transactionId("t"), epoch(1), debit("A", cents(5)));
    assertThat(store().accounts().hold(List.of(less))).containsExactly(AccountHoldOutcome.held());
    hasFigures("A", 40, 0, 60);
    matches(settle("A", 1, -20));
    assertThat(store().accounts().settle(List.of(less))).containsExactly(MatchOutcome.MATCHED);
    assertThat(isMatched(new BatchId("batch:2"), settle("A", 1, -10))).isTrue();
    hasFigures("A", 5, 5, 95);
  }

  @Test
  void anAccountThatTakesNoHoldIsSeenAsThat() {
    assertThat(look("A"))
        .isEqualTo(new RangeLook.Never(new HoldRefusal.NoSuchAccount(accountId("A"))));
    matchesNothing(hold("A", 1, Range.whole(0, 1)));
    open("A", 40, 100);
    store().accounts().change(accountId("A"), StatusChange.FREEZE);
    matchesNothing(hold("A", 1, Range.whole(1, 1)));
    assertThat(look("A"))
        .isEqualTo(new RangeLook.Never(new HoldRefusal.AccountFrozen(accountId("A"))));
  }

  @Test
  void anotherCurrencyIsNotHeld() {
    open("A", 40, 100);
    matchesNothing(new RangeRequest.Hold(accountId("A"), epoch(1), Range.whole(1, 1), EUR));
    assertThat(ask(BATCH, new RangeRequest.Look(accountId("A"), EUR)))
        .isEqualTo(
            new RangeReply.Seen(
                new RangeLook.Never(new HoldRefusal.CurrencyMismatch(accountId("A"), USD, EUR))));
  }

  @Test
  void anAccountWithARangeIsNotClosed() {
    open("A", 0, 100);
    matches(hold("A", 1, Range.whole(0, 1)));
    store().accounts().change(accountId("A"), StatusChange.CLOSE);
    matches(release("A"));
    matches(hold("A", 1, Range.whole(0, 1)));
  }

  @Test
  void aStampRaisesTheRangeThatWasReadAndNoOther() {
    open("A", 40, 100);
    Range range = Range.whole(30, 50);
    matches(hold("A", 1, range));
    matchesNothing(stamp("A", heldAt(1, Range.whole(30, 49)), 2));
    matchesNothing(stamp("A", heldAt(1, range), 1));
    matches(stamp("A", heldAt(1, range), 2));
    assertThat(look("A")).isEqualTo(new RangeLook.Held(heldAt(2, range)));
    matchesNothing(stamp("A", heldAt(1, range), 3));
    hasFigures("A", 40, 10, 10);
  }

  @Test
  void ofManyThatAreHeldEachIsThatFits() {
    for (String account : List.of("A", "B", "C", "D")) {
      open(account, 40, 100);
    }
    matches(hold("D", 1, Range.whole(1, 2)));

    List<RangeReply> replies =
        ask(
            hold("C", 1, Range.whole(0, 61)),
            hold("B", 1, Range.whole(40, 60)),
            hold("A", 1, new Range(39, 0, Option.some(39L), Option.none())),
            hold("D", 1, Range.whole(2, 2)));

    assertThat(replies)
        .extracting(reply -> reply.equals(new RangeReply.Counted(MatchOutcome.MATCHED)))
        .containsExactly(false, true, false, false);
    hasFigures("A", 40, 40, 60);
    hasFigures("B", 40, 0, 0);
    hasFigures("C", 40, 40, 60);
    hasFigures("D", 40, 39, 58);
  }

  @Test
  void ofManyThatAreStampedEachIsThatIsAsItWasRead() {
    Range range = Range.whole(3, 4);
    Range reduced = new Range(3, 4, Option.some(40L), Option.none());
    for (String account : List.of("A", "B", "C")) {
      open(account, 40, 100);
    }
    ask(hold("A", 1, range), hold("B", 2, range), hold("C", 1, reduced));

    assertThat(
            ask(
                stamp("C", heldAt(1, range), 3),
                stamp("A", heldAt(1, range), 3),
                stamp("B", heldAt(1, range), 3)))
        .extracting(reply -> reply.equals(new RangeReply.Counted(MatchOutcome.MATCHED)))
        .containsExactly(false, true, false);
    matches(stamp("C", heldAt(1, reduced), 3));
    assertThat(look("B")).isEqualTo(new RangeLook.Held(heldAt(2, range)));
  }

  @Test
  void aCallAsksSeveralAccountsEachSomethingOfItsOwn() {
    open("A", 40, 100);
    open("B", 1, 100);
    open("C", 5, 100);
    matches(hold("C", 1, Range.whole(5, 0)));
    List<RangeReply> replies =
        store()
            .ranges()
            .ask(
                List.of(
                    new RangeCall(BATCH, settle("C", 1, -5)),
                    new RangeCall(BATCH, hold("B", 1, Range.whole(2, 0))),
                    new RangeCall(BATCH, hold("A", 1, Range.whole(2, 0))),
                    new RangeCall(BATCH, new RangeRequest.Look(accountId("X"), USD))));
    assertThat(replies)
        .containsExactly(
            new RangeReply.Counted(MatchOutcome.MATCHED),
            new RangeReply.Counted(MatchOutcome.NOT_MATCHED),
            new RangeReply.Counted(MatchOutcome.MATCHED),
            new RangeReply.Seen(
                new RangeLook.Never(new HoldRefusal.NoSuchAccount(accountId("X")))));
    hasFigures("A", 40, 38, 60);
    hasFigures("B", 1, 1, 99);
    hasFigures("C", 0, 0, 100);
  }

  @Test
  void anAccountWithARangeIsAmongThoseThatHaveAHold() {
    open("A", 40, 100);
    open("B", 40, 100);
    matches(hold("B", 1, Range.whole(1, 0)));
    List<AccountLookup> held = new ArrayList<>();

    store().accounts().scanHeld(held::add);

    assertThat(held).containsExactly(new AccountLookup.Found(read("B")));
  }
}
