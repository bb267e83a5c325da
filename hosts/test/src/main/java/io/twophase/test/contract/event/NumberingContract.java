package io.twophase.test.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.hold.RecordId;
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
}
