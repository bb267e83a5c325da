package io.twophase.test.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.record.MatchOutcome;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of removing the numbers of removed records. */
@DisplayName("Trimming")
public abstract class TrimmingContract extends EventContract {

  @BeforeEach
  void giveThree() {
    events().give(1, List.of(lone("T1"), BATCH, lone("T3")));
  }

  @Test
  void numbersUpToOneAreRemovedAndThatIsNoted() {
    events().confirm(3);
    assertThat(events().trimmed()).isZero();

    assertThat(events().trim(2)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(events().trimmed()).isEqualTo(2);
    assertThat(events().confirmed()).isEqualTo(3);
    assertThat(events().numbered(0)).containsExactly(numbered(3, lone("T3")));
  }

  @Test
  void numbersGoOnWhereAllAreTrimmed() {
    events().confirm(3);
    assertThat(events().trim(3)).isEqualTo(MatchOutcome.MATCHED);

    events().give(4, List.of(lone("T4")));

    assertThat(events().numbered(0)).containsExactly(numbered(4, lone("T4")));
    assertThat(events().confirm(4)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().trimmed()).isEqualTo(3);
  }

  @Test
  void whatIsNotConfirmedIsNotTrimmed() {
    assertThat(events().trim(1)).isEqualTo(MatchOutcome.NOT_MATCHED);
    events().confirm(2);
    assertThat(events().trim(3)).isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(events().trimmed()).isZero();
    assertThat(events().numbered(0)).hasSize(3);
  }

  @Test
  void whatIsTrimmedIsNeverLowered() {
    events().confirm(3);
    events().trim(2);

    assertThat(events().trim(1)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().trimmed()).isEqualTo(2);

    assertThat(events().trim(2)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().trimmed()).isEqualTo(2);
    assertThat(events().numbered(0)).containsExactly(numbered(3, lone("T3")));
  }

  /** A pass that has slept gives numbers that were given, and trimmed, meanwhile. */
  @Test
  void aNumberThatCameBackIsRemovedWithTheNext() {
    events().confirm(3);
    events().trim(2);
    events().give(1, List.of(lone("T1"), BATCH, lone("T3"), lone("T4")));

    assertThat(events().numbered(2)).containsExactly(numbered(3, lone("T3")));
    assertThat(events().trim(3)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(events().numbered(0)).isEmpty();
  }
}
