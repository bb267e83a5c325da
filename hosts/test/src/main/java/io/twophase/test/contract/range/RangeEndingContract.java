package io.twophase.test.contract.range;

import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.account.StatusChange;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Settling, releasing and withdrawing ranges. */
public abstract class RangeEndingContract extends RangeContract {

  private static final Range RANGE = Range.whole(30, 50);
  private static final RangeReply MATCHED = new RangeReply.Counted(MatchOutcome.MATCHED);
  private static final RangeReply NOT_MATCHED = new RangeReply.Counted(MatchOutcome.NOT_MATCHED);

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected RangeEndingContract(Supplier<RangeStore> fresh) {
    super(fresh);
  }

  private void held() {
    open("A", 40, 100);
    matches(hold("A", 1, RANGE));
  }

  @Test
  void aSettleMovesTheNetAndGivesBackTheRest() {
    held();
    matches(settle("A", 1, -10));
    hasFigures("A", 30, 30, 70);
    matchesNothing(settle("A", 1, -10));
    hasFigures("A", 30, 30, 70);
  }

  @Test
  void aSettleGivesBackWhatIsHeldAndNotWhatWasAskedFor() {
    open("A", 40, 100);
    matches(hold("A", 1, new Range(7, 3, Option.some(40L), Option.some(60L))));
    matches(settle("A", 1, 2));
    hasFigures("A", 42, 42, 58);
  }

  @Test
  void aRangeIsFencedOffAtAnotherEpoch() {
    held();
    matchesNothing(settle("A", 2, -10));
    matches(stamp("A", heldAt(1, RANGE), 2));
    matchesNothing(settle("A", 1, -10));
    hasFigures("A", 40, 10, 10);
    matches(settle("A", 2, -10));
  }

  @Test
  void aSettleDoesNotAskForTheStatus() {
    held();
    store().accounts().change(accountId("A"), StatusChange.FREEZE);
    matches(settle("A", 1, 50));
    hasFigures("A", 90, 90, 10);
  }

  @Test
  void aSettleBeyondTheRangeIsAFaultOfTheCaller() {
    held();
    assertThatThrownBy(() -> ask(BATCH, settle("A", 1, -31)))
        .isInstanceOf(IllegalArgumentException.class);
    hasFigures("A", 40, 10, 10);
  }

  @Test
  void aReleaseGivesAllBackWhateverTheEpoch() {
    held();
    matches(stamp("A", heldAt(1, RANGE), 5));
    matches(release("A"));
    hasFigures("A", 40, 40, 60);
    matchesNothing(release("A"));
  }

  @Test
  void aWithdrawalGivesAllBackOfItsEpochOnly() {
    held();
    matchesNothing(withdraw("A", 2));
    hasFigures("A", 40, 10, 10);
    matches(withdraw("A", 1));
    hasFigures("A", 40, 40, 60);
  }

  @Test
  void aCallerMaySayWhatIsHeld() {
    held();
    assertThat(ask(settle("A", 2, -10), RANGE)).isEqualTo(NOT_MATCHED);
    assertThat(ask(settle("A", 1, -10), RANGE)).isEqualTo(MATCHED);
    hasFigures("A", 30, 30, 70);
    assertThat(ask(settle("A", 1, -10), RANGE)).isEqualTo(NOT_MATCHED);
    hasFigures("A", 30, 30, 70);
  }

  @Test
  void whatIsGivenBackIsTheHoldsOwnWhateverItsCallerSays() {
    held();
    assertThat(ask(settle("A", 1, 5), Range.whole(29, 50))).isEqualTo(MATCHED);
    hasFigures("A", 45, 45, 55);
    matches(hold("A", 3, RANGE));
    assertThat(ask(withdraw("A", 3), Range.whole(30, 49))).isEqualTo(MATCHED);
    hasFigures("A", 45, 45, 55);
  }

  @Test
  void ofManyThatAreEndedEachIsThatIsThere() {
    for (String account : List.of("A", "B", "C", "D", "E")) {
      open(account, 40, 100);
    }
    ask(hold("A", 1, RANGE), hold("C", 2, RANGE), hold("D", 1, RANGE), hold("E", 3, RANGE));

    List<RangeReply> replies =
        ask(
            settle("E", 1, 0),
            settle("A", 1, -30),
            release("C"),
            settle("B", 1, 1),
            settle("D", 1, 50));

    assertThat(List.of(replies.get(1), replies.get(2), replies.get(4))).containsOnly(MATCHED);
    assertThat(replies).doesNotContain(new RangeReply.Counted(MatchOutcome.IN_DOUBT));
    hasFigures("A", 10, 10, 90);
    hasFigures("B", 40, 40, 60);
    hasFigures("C", 40, 40, 60);
    hasFigures("D", 90, 90, 10);
    hasFigures("E", 40, 10, 10);
    assertThat(ask(settle("A", 1, 0), settle("B", 1, 0), settle("E", 1, 0)))
        .as("where none is there, that is told")
        .containsOnly(NOT_MATCHED);
  }

  @Test
  void nothingIsThereOfAnAccountThatIsMissing() {
    matchesNothing(settle("X", 1, 0));
    matchesNothing(release("X"));
    matchesNothing(withdraw("X", 1));
    matchesNothing(stamp("X", heldAt(1, RANGE), 2));
  }
}
