package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.MatchOutcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stamping, settling, releasing and withdrawing ranges of accounts. */
public abstract class RangeEndingContract extends HoldCases {

  private static final Range RANGE = Range.whole(30, 50);
  private static final Placing HELD = money(BATCH, 3, "A", RANGE);
  private static final Placing DEBIT = debit("t1", 3, "A", 5);

  private void openAndHold() {
    open("A", 40, 100);
    held(HELD, DEBIT);
  }

  @ParameterizedTest
  @ValueSource(longs = {-31, 51, Long.MIN_VALUE, Long.MAX_VALUE})
  void aSettleBeyondTheRangeIsAFaultOfTheCaller(long net) {
    openAndHold();
    assertThatIllegalArgumentException().isThrownBy(() -> end(settle(HELD, net)));
    hasFigures("A", 40, 5, 10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 4, Long.MAX_VALUE})
  void aHoldIsFencedOffAtAnyOtherEpoch(long other) {
    openAndHold();
    for (Placing held : List.of(HELD, DEBIT)) {
      assertThat(end(settle(at(other, held), -5), withdraw(at(other, held))))
          .containsOnly(NOT_MATCHED);
    }
    hasFigures("A", 40, 5, 10);
  }

  @Test
  void aReleaseGivesAllBackWhateverTheEpoch() {
    openAndHold();
    assertThat(stamp(DEBIT, 9)).isEqualTo(MATCHED);
    assertThat(end(release(at(1, HELD)), release(at(4, DEBIT)))).containsOnly(MATCHED);
    hasFigures("A", 40, 40, 60);
    assertThat(end(release(HELD), settle(HELD, 0), withdraw(at(9, DEBIT))))
        .containsOnly(NOT_MATCHED);
    held(debit("t1", 1, "A", 40));
  }

  /** A caller that finds a hold can give it back: its claim need not be known. */
  @Test
  void aDeadHoldIsWithdrawnAsItWasSeen() {
    openAndHold();
    for (Hold seen : read("A").holds()) {
      assertThat(end(Ending.of(new Target.OfAccount(accountId("A")), seen.at(HELD.epoch().next()))))
          .isEqualTo(NOT_MATCHED);
      assertThat(end(Ending.of(new Target.OfAccount(accountId("A")), seen))).isEqualTo(MATCHED);
      assertThat(end(Ending.of(new Target.OfAccount(accountId("A")), seen))).isEqualTo(NOT_MATCHED);
    }
    hasFigures("A", 40, 40, 60);
  }

  @Test
  void onlyTheHoldThatWasReadIsRaisedAndOnlyToANewerEpoch() {
    openAndHold();
    held(money("batch:2", 3, "A", new Range(5, 10, Optional.of(5L), Optional.of(10L))));
    Account before = read("A");
    for (long notNewer = 1; notNewer <= 3; notNewer++) {
      assertThat(stamp(HELD, notNewer)).isEqualTo(NOT_MATCHED);
    }
    for (Placing other :
        List.of(
            at(2, HELD),
            at(4, HELD),
            money(BATCH, 3, "A", Range.whole(30, 49)),
            money(BATCH, 3, "A", new Range(30, 50, Optional.of(40L), Optional.empty())),
            money("batch:2", 3, "A", Range.whole(5, 10)),
            money("batch:2", 3, "A", new Range(5, 0, Optional.of(5L), Optional.empty())),
            money("batch:3", 3, "A", RANGE),
            money(BATCH, 3, "ghost", RANGE))) {
      assertThat(stamp(other, 9)).as("%s", other).isEqualTo(NOT_MATCHED);
    }
    assertThat(read("A")).isEqualTo(before);
  }

  /** A server may tell only how many have ended: which ones, the holds say that are left. */
  @Test
  void ofTwoThatAreWithdrawnEachIsToldForItself() {
    open("A", 40, 100);
    Placing first = held(debit("t1", 1, "A", 5));
    Placing second = held(debit("t2", 1, "A", 5));
    Placing check = held(on("t1", check(ofAccount("A"))));
    Target account = first.claim().target();

    assertThat(end(withdraw(first), withdraw(at(2, second)))).containsExactly(MATCHED, NOT_MATCHED);
    assertThat(read("A").holds()).containsExactlyInAnyOrder(holdOf(second), holdOf(check));
    assertThat(end(Ending.of(account, holdOf(second)), Ending.of(account, holdOf(at(2, check)))))
        .containsExactly(MATCHED, NOT_MATCHED);
    assertThat(read("A").holds()).containsExactly(holdOf(check));
  }

  @Test
  void ofManyThatAreEndedEachIsThatIsThere() {
    for (String account : List.of("A", "B", "C", "D", "E")) {
      open(account, 40, 100);
    }
    Placing a = money(BATCH, 1, "A", RANGE);
    Placing b = money(BATCH, 1, "B", RANGE);
    Placing c = money(BATCH, 2, "C", RANGE);
    Placing d = money(BATCH, 1, "D", RANGE);
    Placing e = money(BATCH, 3, "E", RANGE);
    held(a, c, d, e);

    List<MatchOutcome> told =
        end(settle(at(1, e), 0), settle(a, -30), release(c), settle(b, 1), settle(d, 50));

    assertThat(List.of(told.get(1), told.get(2), told.get(4))).containsOnly(MATCHED);
    assertThat(told).doesNotContain(MatchOutcome.IN_DOUBT);
    hasFigures("A", 10, 10, 90);
    hasFigures("B", 40, 40, 60);
    hasFigures("C", 40, 40, 60);
    hasFigures("D", 90, 90, 10);
    hasFigures("E", 40, 10, 10);
    assertThat(end(settle(a, 0), settle(b, 0), settle(at(1, e), 0)))
        .as("if none is there, that is told")
        .containsOnly(NOT_MATCHED);
  }
}
