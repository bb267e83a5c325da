package io.twophase.adapter.inmemory.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.WriteKind;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultsTest {

  private static final Set<Object> IN_DOUBT =
      Set.of(
          BeginOutcome.IN_DOUBT,
          MatchOutcome.IN_DOUBT,
          Answer.inDoubt(),
          new OpenOutcome.InDoubt(),
          new StatusOutcome.InDoubt());

  private final StoreUnderFault store = new StoreUnderFault();
  private final Faults faults = store.faults();

  private void assertHeld() {
    assertThat(store.write(WriteKind.HOLD))
        .isInstanceOfSatisfying(
            Answer.class, answer -> assertThat(answer.kind()).isEqualTo(Answer.Kind.HELD));
  }

  @Nested
  class OfEveryKindOfWrite {

    @ParameterizedTest
    @EnumSource
    void withoutAFaultItIsAnsweredAndMade(WriteKind kind) {
      List<Object> before = store.contents();

      assertThat(store.write(kind)).isNotIn(IN_DOUBT);
      assertThat(store.contents()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void anUnavailableStoreThrowsAndChangesNothing(WriteKind kind) {
      List<Object> before = store.contents();
      faults.next(Fault.UNAVAILABLE);

      assertThatThrownBy(() -> store.write(kind))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(kind.name());
      assertThat(store.contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void aLostRequestIsInDoubtAndChangesNothing(WriteKind kind) {
      List<Object> before = store.contents();
      faults.next(Fault.LOSE_REQUEST);

      assertThat(store.write(kind)).isIn(IN_DOUBT);
      assertThat(store.contents()).isEqualTo(before);
      assertThat(faults.deliverLate()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aLostAnswerIsInDoubtAndTheChangeIsMade(WriteKind kind) {
      faults.next(Fault.LOSE_ANSWER);

      assertThat(store.write(kind)).isIn(IN_DOUBT);
      assertThat(store.contents()).isEqualTo(contentsAfter(kind));
    }

    @ParameterizedTest
    @EnumSource
    void aLateWriteIsInDoubtAndMadeWhenItArrives(WriteKind kind) {
      List<Object> before = store.contents();
      faults.next(Fault.DELIVER_LATE);

      assertThat(store.write(kind)).isIn(IN_DOUBT);
      assertThat(store.contents()).isEqualTo(before);
      assertThat(faults.deliverLate()).isOne();
      assertThat(store.contents()).isEqualTo(contentsAfter(kind));
    }

    private List<Object> contentsAfter(WriteKind kind) {
      StoreUnderFault sound = new StoreUnderFault();
      sound.write(kind);
      return sound.contents();
    }
  }

  @Nested
  class WhichWrite {

    @Test
    void aFaultOfOneKindWaitsForItAndLetsOthersPass() {
      faults.when(WriteKind.SETTLE).next(Fault.LOSE_REQUEST);

      assertHeld();
      assertThat(store.write(WriteKind.BEGIN)).isEqualTo(BeginOutcome.BEGUN);
      assertThat(faults.outstanding()).isOne();
      assertThat(store.write(WriteKind.SETTLE)).isEqualTo(MatchOutcome.IN_DOUBT);
    }

    @Test
    void soManyOfTheKindPassFirst() {
      faults.when(WriteKind.OPEN).after(2).next(Fault.LOSE_REQUEST);

      store.write(WriteKind.HOLD);
      assertThat(store.write(WriteKind.OPEN)).isNotIn(IN_DOUBT);
      assertThat(store.write(WriteKind.OPEN)).isNotIn(IN_DOUBT);
      assertThat(store.write(WriteKind.OPEN)).isIn(IN_DOUBT);
    }

    @Test
    void soManyOfAnyKindPassFirst() {
      faults.after(2).next(Fault.LOSE_REQUEST);

      assertThat(store.write(WriteKind.HOLD)).isNotIn(IN_DOUBT);
      assertThat(store.write(WriteKind.BEGIN)).isNotIn(IN_DOUBT);
      assertThat(store.write(WriteKind.SETTLE)).isIn(IN_DOUBT);
    }

    @Test
    void faultsDueTogetherStrikeOneAfterTheOtherInTheOrderPlanned() {
      faults.when(WriteKind.OPEN).next(Fault.LOSE_REQUEST);
      faults.next(Fault.UNAVAILABLE);

      assertThat(store.write(WriteKind.OPEN)).isIn(IN_DOUBT);
      assertThatThrownBy(() -> store.write(WriteKind.OPEN))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(store.write(WriteKind.OPEN)).isNotIn(IN_DOUBT);
    }

    @Test
    void eachFaultCountsByItself() {
      faults.when(WriteKind.OPEN).after(1).next(Fault.UNAVAILABLE);
      faults.when(WriteKind.OPEN).next(Fault.LOSE_REQUEST);

      assertThat(store.write(WriteKind.OPEN)).isIn(IN_DOUBT);
      assertThatThrownBy(() -> store.write(WriteKind.OPEN))
          .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aCallWithNothingInItIsNoWrite() {
      faults.next(Fault.UNAVAILABLE);

      store.writeNothing();
      assertThat(faults.outstanding()).isOne();
    }

    @Test
    void fewerThanNoneIsAFaultOfTheTest() {
      assertThatThrownBy(() -> faults.after(-1)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> faults.when(WriteKind.HOLD).after(-1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void lateWritesArriveInTheOrderSent() {
    faults.next(Fault.DELIVER_LATE);
    faults.next(Fault.DELIVER_LATE);
    store.write(WriteKind.SETTLE);
    store.write(WriteKind.RELEASE);

    assertThat(faults.deliverLate()).isEqualTo(2);
    StoreUnderFault settled = new StoreUnderFault();
    settled.write(WriteKind.SETTLE);
    assertThat(store.contents()).isEqualTo(settled.contents());
  }

  @Test
  void whatIsClearedNeitherStrikesNorArrives() {
    List<Object> before = store.contents();
    faults.next(Fault.DELIVER_LATE);
    store.write(WriteKind.HOLD);
    faults.next(Fault.UNAVAILABLE);

    faults.clear();

    assertThat(faults.outstanding()).isZero();
    assertThat(faults.deliverLate()).isZero();
    assertThat(store.contents()).isEqualTo(before);
    assertHeld();
  }

  @Test
  void ofManyWhoWriteAtOnceOneIsStruckForEachFault() {
    for (int n = 0; n < 10; n++) {
      faults.when(WriteKind.OPEN).after(n * 7).next(Fault.LOSE_REQUEST);
    }
    AtomicInteger struck = new AtomicInteger();

    IntStream.range(0, 400)
        .parallel()
        .forEach(
            n -> {
              if (IN_DOUBT.contains(store.write(WriteKind.OPEN))) {
                struck.incrementAndGet();
              }
            });

    assertThat(struck).hasValue(10);
    assertThat(faults.outstanding()).isZero();
  }
}
