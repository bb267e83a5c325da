package io.twophase.domain.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.hold.RecordId;
import io.vavr.control.Either;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How far a consumer has read, and what it may read next. */
class EventPositionTest {

  @Test
  void isOrderedByNumbersThenPlaces() {
    assertThat(
            List.of(
                EventPosition.START,
                new EventPosition(0, 1),
                EventPosition.behind(1),
                new EventPosition(1, 2),
                EventPosition.behind(10)))
        .isSorted()
        .extracting(EventPosition::toString)
        .containsExactly("0", "0+1", "1", "1+2", "10");
    assertThat(new EventPosition(1, 2)).isEqualByComparingTo(new EventPosition(1, 2));
    assertThat(new EventPosition(0, 0)).isEqualTo(EventPosition.START);
    assertThatThrownBy(() -> new EventPosition(-1, 0)).hasMessageContaining("below zero");
    assertThatThrownBy(() -> new EventPosition(0, -1)).hasMessageContaining("below zero");
  }

  @Test
  void onlyNumbersWithoutAGapFollow() {
    List<NumberedRecord> numbered = Stream.of(3L, 4L, 6L).map(EventPositionTest::record).toList();
    assertThat(NumberedRecord.following(2, numbered)).isEqualTo(numbered.subList(0, 2));
    assertThat(NumberedRecord.following(1, numbered)).isEmpty();
    assertThat(NumberedRecord.records(List.of(record(1), new NumberedRecord(2, Either.left("?")))))
        .containsExactly(new RecordId("r1"));
    assertThatIllegalArgumentException().isThrownBy(() -> record(0));
  }

  private static NumberedRecord record(long number) {
    return new NumberedRecord(number, new RecordId("r" + number));
  }
}
