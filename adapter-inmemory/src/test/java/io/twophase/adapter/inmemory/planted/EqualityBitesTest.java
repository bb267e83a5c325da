package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Holds;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.equality.hold.Draws;
import io.twophase.test.equality.hold.HoldEquality;
import io.twophase.test.equality.record.RecordEquality;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random calls tell a sound store from each that breaks one promise. */
class EqualityBitesTest {

  private static final int SEQUENCES = 60;
  private static final int CALLS = 120;

  private final long seed = Seed.next("EqualityBitesTest");

  private static HoldEquality.Hosted hosted(Planted fault) {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    return new HoldEquality.Hosted(
        new HoldStore(
            Interceptor.before(Holds.class, store.holds(), fault), store.accounts(), store.home()),
        store::store);
  }

  private static HoldEquality ofHolds(Planted fault) {
    return new HoldEquality(
        () -> hosted(Planted.NONE), () -> hosted(fault), Draws.everything("another"));
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "ENDS_AT_ANY_EPOCH",
        "RELEASES_THE_FIRST_EPOCH_ONLY",
        "LEAVES_THE_DEAD",
        "EVERY_END_IS_MATCHED",
        "STAMPS_ANY_HOLD",
        "FORGETS_WHAT_WAS_THERE",
        "PLACES_A_RANGE_OF_NOTHING",
        "SAYS_HELD_FOR_WHAT_IS_PRESENT",
        "SAYS_REFUSED_FOR_WHAT_IS_BUSY",
        "ANSWERS_HOLDS_BACKWARDS",
        "FORGETS_COLLECTIONS",
        "SELECTS_BY_NO_GUARD"
      })
  void faultsOfHoldsAreFound(Planted fault) {
    HoldEquality equality = ofHolds(fault);
    assertThat(LongStream.range(seed, seed + SEQUENCES).anyMatch(it -> equality.differ(it, CALLS)))
        .isTrue();
  }

  /** Random calls ask for no page after the first. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "SAYS_BEGUN_FOR_WHAT_IS_THERE",
        "LOSES_LABELS",
        "MOVES_AT_ANY_EPOCH",
        "EVERY_MOVE_IS_MATCHED",
        "DECIDES_WHOEVER_IS_EXCLUDED",
        "CAPTURES_UNAPPROVED",
        "TAKES_FROM_ANY_RECORD",
        "MEMBERS_LOOK_FREE",
        "LISTS_THE_OLDEST_FIRST",
        "REMOVES_WHATEVER_IS_THERE",
        "RECEIPTS_FREE_THE_ID"
      })
  void faultsOfRecordsAreFound(Planted fault) {
    RecordEquality equality = new RecordEquality(() -> records(Planted.NONE), () -> records(fault));
    assertThat(LongStream.range(seed, seed + SEQUENCES).anyMatch(it -> equality.differ(it, CALLS)))
        .isTrue();
  }

  private static Records records(Planted fault) {
    return Interceptor.before(
        Records.class,
        new InMemoryRecords(new SettableClock(Fixtures.NOW), Keeping.FOR_EVER),
        fault);
  }

  @Test
  void aSoundStoreIsLikeItselfAndComesToEveryKindOfAnswer() {
    HoldEquality equality = ofHolds(Planted.NONE);
    Set<String> answers = new TreeSet<>();
    for (long next = seed; next < seed + SEQUENCES; next++) {
      assertThat(equality.difference(next, CALLS)).isEmpty();
      answers.addAll(equality.answers(next, CALLS).keySet());
    }
    assertThat(answers)
        .containsExactly(
            "END MATCHED",
            "END NOT_MATCHED",
            "PLACE BUSY",
            "PLACE HELD",
            "PLACE PRESENT",
            "PLACE REFUSED",
            "PLACE SHORT",
            "STAMP MATCHED",
            "STAMP NOT_MATCHED");
  }
}
