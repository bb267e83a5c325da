package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.RecordFixture;
import io.twophase.domain.transaction.TransitionTableTest.Kind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A record that is read after a transition was sent")
class TransitionLeftTest {

  private static final RecordFixture MINE =
      recordOf(transfer("t", "A", "B", usd("5")))
          .ownedBy(token("me"))
          .because(new CancelReason.Requested("why"));

  @ParameterizedTest
  @DisplayName("as the transition leaves it shows that it took effect")
  @EnumSource
  void asItLeavesIt(Kind kind) {
    Transition transition = kind.transition();
    Transaction before =
        recordOf(transfer("t", "A", "B", usd("5"))).at(3).in(transition.from()).build();
    assertThat(transition.left(before)).isFalse();
    assertThat(transition.left(accepted(transition.apply(before, NOW)))).isTrue();
  }

  @ParameterizedTest(name = "{0} in {1}, shows {2}")
  @DisplayName("with this sender's token shows it in the states that can follow")
  @CsvSource({
    "1, PENDING,   CLAIM",
    "4, PENDING,   TAKE_OVER",
    "3, PENDING,   none",
    "3, APPLIED,   DECIDE",
    "4, APPLIED,   none",
    "3, DONE,      DECIDE FINISH",
    "4, DONE,      FINISH",
    "3, CANCELING, BEGIN_CANCEL",
    "3, CANCELED,  BEGIN_CANCEL CANCEL_UNCLAIMED FINISH_CANCEL",
  })
  void inEveryState(long epoch, State state, String shown) {
    assertThat(shownBy(MINE.at(epoch).in(state).build())).isEqualTo(kinds(shown));
  }

  @ParameterizedTest(name = "{0} in {1}, shows {2}")
  @DisplayName("with another's token shows only what is the same by whoever did it")
  @CsvSource({
    "1, PENDING,   none",
    "4, PENDING,   none",
    "3, APPLIED,   DECIDE",
    "3, DONE,      DECIDE FINISH",
    "3, CANCELING, none",
    "3, CANCELED,  FINISH_CANCEL",
  })
  void byAnother(long epoch, State state, String shown) {
    RecordFixture found = MINE.at(epoch).in(state).ownedBy(token("other"));
    assertThat(shownBy(found.build())).isEqualTo(kinds(shown));
  }

  @Test
  @DisplayName("canceled for another reason is not this cancel, even of the same sender")
  void anotherReason() {
    Transaction record =
        MINE.in(State.CANCELED).because(new CancelReason.Requested("else")).build();
    assertThat(Kind.BEGIN_CANCEL.transition().left(record)).isFalse();
    assertThat(Kind.CANCEL_UNCLAIMED.transition().left(record)).isFalse();
  }

  @Test
  @DisplayName("of an acquisition names the epoch that it acquires")
  void acquires() {
    Transition.Acquisition claim = (Transition.Acquisition) Kind.CLAIM.transition();
    Transition.Acquisition takeOver = (Transition.Acquisition) Kind.TAKE_OVER.transition();
    assertThat(claim.epoch()).isEqualTo(epoch(1));
    assertThat(takeOver.epoch()).isEqualTo(epoch(4));
  }

  private static Set<Kind> shownBy(Transaction record) {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.transition().left(record))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
  }

  private static Set<Kind> kinds(String names) {
    return names.equals("none")
        ? EnumSet.noneOf(Kind.class)
        : Arrays.stream(names.split(" ", -1))
            .map(Kind::valueOf)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
  }
}
