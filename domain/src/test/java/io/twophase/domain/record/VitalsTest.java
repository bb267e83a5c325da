package io.twophase.domain.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class VitalsTest {

  private static Vitals vitals(long figure, long waiting, long... counts) {
    List<Long> decisions = new ArrayList<>(Collections.nCopies(Vitals.COUNTS, 0L));
    for (int at = 0; at < counts.length; at++) {
      decisions.set(at, counts[at]);
    }
    return new Vitals(figure, figure, figure, figure, waiting, waiting, decisions);
  }

  @Test
  void twoProcessesDoWhatBothDo() {
    assertThat(vitals(3, 1, 5, 6).and(vitals(4, 2, 1, 0, 7))).isEqualTo(vitals(7, 3, 6, 6, 7));
    assertThat(vitals(Long.MAX_VALUE, 1).and(vitals(1, 1))).isEqualTo(vitals(Long.MAX_VALUE, 2));
  }

  @Test
  void whatWasDoneBetweenTwoBeatsIsTheDifference() {
    assertThat(vitals(7, 3, 6, 6).since(vitals(4, 2, 1, 6))).isEqualTo(vitals(3, 3, 5));
    assertThat(vitals(1, 3, 1).since(vitals(4, 2, 9))).isEqualTo(vitals(0, 3));
  }

  @Test
  void aPartOfTheDecisionsIsWithinATime() {
    Vitals hundred = vitals(0, 0, 50, 40, 9, 1);

    assertThat(hundred.decided()).isEqualTo(100);
    assertThat(hundred.decidedWithin(0.5)).contains(Duration.ofMillis(1));
    assertThat(hundred.decidedWithin(0.51)).contains(Duration.ofMillis(2));
    assertThat(hundred.decidedWithin(0.99)).contains(Duration.ofMillis(5));
    assertThat(hundred.decidedWithin(1)).contains(Duration.ofMillis(10));
    assertThat(Vitals.NONE.decidedWithin(0.5)).isEmpty();
    assertThat(vitals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1).decidedWithin(1)).isEmpty();
  }

  @Test
  void noFigureIsBelowZeroAndNoCountIsMissing() {
    assertThatThrownBy(() -> vitals(-1, 0)).hasMessage("a figure of a process is -1, below zero");
    assertThatThrownBy(() -> vitals(0, 0, -2))
        .hasMessage("a figure of a process is -2, below zero");
    assertThatThrownBy(() -> new Vitals(0, 0, 0, 0, 0, 0, List.of()))
        .hasMessage("0 counts of decisions, not 13");
  }
}
