package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Records;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.equality.hold.Draws;
import io.twophase.test.equality.hold.HoldEquality;
import io.twophase.test.equality.record.RecordEquality;
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

  private static HoldEquality.Hosted hosted(PlantedHolds.Fault fault) {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    return new HoldEquality.Hosted(
        new HoldStore(new PlantedHolds(store.holds(), fault), store.accounts(), store.home()),
        store::store);
  }

  private static HoldEquality ofHolds(PlantedHolds.Fault fault) {
    return new HoldEquality(
        () -> hosted(PlantedHolds.Fault.NONE), () -> hosted(fault), Draws.everything("another"));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "FINDS_ACCOUNTS_BY_ONE_NAME"})
  void faultsOfHoldsAreFound(PlantedHolds.Fault fault) {
    HoldEquality equality = ofHolds(fault);
    assertThat(LongStream.range(seed, seed + SEQUENCES).anyMatch(it -> equality.differ(it, CALLS)))
        .isTrue();
  }

  /** Random calls ask for no page after the first, scan no account and find no batch as one. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "NONE",
        "BATCHES_ARE_ABSENT",
        "LISTS_EVERY_PAGE_FROM_THE_START",
        "SCANS_DEBITS_ONLY",
        "RECEIPTS_GO_AT_ANY_AGE"
      })
  void faultsOfRecordsAreFound(PlantedRecords.Fault fault) {
    RecordEquality equality =
        new RecordEquality(() -> records(PlantedRecords.Fault.NONE), () -> records(fault), 0);
    assertThat(
            LongStream.range(seed, seed + SEQUENCES)
                .anyMatch(it -> equality.difference(it, CALLS).isDefined()))
        .isTrue();
  }

  private static Records records(PlantedRecords.Fault fault) {
    return new PlantedRecords(new InMemoryRecords(new SettableClock(Fixtures.NOW)), fault);
  }

  @Test
  void aSoundStoreIsLikeItselfAndComesToEveryKindOfAnswer() {
    HoldEquality equality = ofHolds(PlantedHolds.Fault.NONE);
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
