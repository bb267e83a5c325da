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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  static Stream<Planted> ofHolds() {
    return Planted.of(Holds.class);
  }

  static Stream<Planted> ofRecords() {
    return Planted.of(Records.class);
  }

  private static HoldEquality ofHolds(Planted fault) {
    return new HoldEquality(
        () -> hosted(Planted.NONE), () -> hosted(fault), Draws.everything("another"));
  }

  @ParameterizedTest
  @MethodSource("ofHolds")
  void faultsOfHoldsAreFound(Planted fault) {
    HoldEquality equality = ofHolds(fault);
    assertThat(LongStream.range(seed, seed + SEQUENCES).anyMatch(it -> equality.differ(it, CALLS)))
        .isTrue();
  }

  /** Random calls ask for no page after the first. */
  @ParameterizedTest
  @MethodSource("ofRecords")
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
