package io.twophase.test.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EventRepository;
import io.twophase.test.contract.Race;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of giving and reading numbers. */
@DisplayName("Numbers")
public abstract class NumberingContract extends EventContract {

  @Test
  void numbersAreGivenInTheOrderOfTheRecords() {
    events().give(1, List.of(lone("T2"), BATCH, lone("T1")));

    assertThat(events().numbered(0))
        .containsExactly(numbered(1, lone("T2")), numbered(2, BATCH), numbered(3, lone("T1")));
    assertThat(events().numbered(2)).containsExactly(numbered(3, lone("T1")));
    assertThat(events().numbered(3)).isEmpty();
  }

  @Test
  void numbersAreNoTexts() {
    events().give(1, IntStream.rangeClosed(1, 12).mapToObj(at -> lone("T" + at)).toList());

    assertThat(events().numbered(8))
        .extracting(NumberedRecord::number)
        .containsExactly(9L, 10L, 11L, 12L);
  }

  @Test
  void numbersComeInPages() {
    int most = EventRepository.MOST_AT_ONCE;
    List<RecordId> records = IntStream.rangeClosed(1, most).mapToObj(at -> lone("T" + at)).toList();
    events().give(1, records);
    events().give(most + 1, List.of(BATCH));

    assertThat(events().numbered(0))
        .extracting(each -> each.record().get())
        .containsExactlyElementsOf(records);
    assertThat(events().numbered(most)).containsExactly(numbered(most + 1, BATCH));
  }

  @Test
  void noneIsGivenBehindOneThatIsTaken() {
    events().give(2, List.of(lone("T1")));
    events().give(1, List.of(lone("T2"), lone("T3"), lone("T4")));

    assertThat(events().numbered(0))
        .containsExactly(numbered(1, lone("T2")), numbered(2, lone("T1")));
  }

  @Test
  void whereTheFirstIsTakenNoneIsGiven() {
    events().give(1, List.of(lone("T1")));
    events().give(1, List.of(lone("T2"), lone("T3")));

    assertThat(events().numbered(0)).containsExactly(numbered(1, lone("T1")));
  }

  @Test
  void ofManyWhoGiveTheSameNumbersOneDoes() {
    List<List<RecordId>> asked =
        IntStream.range(0, 4)
            .mapToObj(by -> List.of(lone("T" + by), lone("U" + by), lone("V" + by)))
            .toList();

    Race.of(
        asked.size(),
        by -> {
          events().give(1, asked.get(by));
          return true;
        });

    List<RecordId> given = events().numbered(0).stream().map(each -> each.record().get()).toList();
    assertThat(asked).contains(given);
  }

  @Test
  void whatIsConfirmedIsNeverLowered() {
    assertThat(events().confirmed()).isZero();

    assertThat(events().confirm(3)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().confirm(2)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().confirmed()).isEqualTo(3);
    assertThat(events().confirm(3)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().confirmed()).isEqualTo(3);

    assertThat(events().confirm(7)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(events().confirmed()).isEqualTo(7);
    assertThat(events().numbered(0)).isEmpty();
  }
}
