package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The estimate gives back the rows that it was made from: docs/PERFORMANCE.md has the table. */
class ChargeTest {

  private static final Work BY_ID = Work.NONE.and(Charge.UPDATE, 1);
  private static final Work PLANNED = BY_ID.and(Charge.PLANNED_UPDATE, 1);
  private static final Work HOLD = PLANNED.and(Charge.PREDICATE, 9).and(Charge.ARRAY_CHANGE, 1);
  private static final Work SETTLE = PLANNED.and(Charge.PREDICATE, 4).and(Charge.ARRAY_CHANGE, 1);
  private static final Work DECIDE =
      PLANNED.and(Charge.PREDICATE, 2).and(Charge.ARRAY_CHANGE, 1).and(Charge.CUT_ARRAY, 1);
  private static final Work INSERT = Work.NONE.and(Charge.INSERT, 1);

  static Stream<Arguments> rows() {
    return Stream.of(
        Arguments.of("{_id}: $inc", BY_ID, 15, 1),
        Arguments.of("{_id} and one more", PLANNED.and(Charge.PREDICATE, 1), 30, 1),
        Arguments.of("hold, no holds", HOLD, 66, 1),
        Arguments.of("hold, 20 holds", HOLD.and(Charge.ARRAY_ELEMENT, 60), 85, 4),
        Arguments.of("hold, 200 holds", HOLD.and(Charge.ARRAY_ELEMENT, 600), 232, 2),
        Arguments.of("settle, no holds", SETTLE, 56, 1),
        Arguments.of("settle, 20 holds", SETTLE.and(Charge.ARRAY_ELEMENT, 40), 65, 4),
        Arguments.of("settle, 200 holds", SETTLE.and(Charge.ARRAY_ELEMENT, 400), 164, 2),
        Arguments.of("insert", INSERT, 11, 1),
        Arguments.of("insert, state index", INSERT.and(Charge.INSERTED_KEY, 1), 15, 1),
        Arguments.of("decide", DECIDE, 78, 1),
        Arguments.of("decide, state index", DECIDE.and(Charge.CHANGED_KEY, 2), 105, 5));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void eachRowIsEstimatedAsItWasMeasured(String row, Work work, double micros, double percent) {
    assertThat(work.estimatedMicros())
        .as(row)
        .isCloseTo(micros, Percentage.withPercentage(percent));
  }

  @Test
  void whatNoRowIsAboutCostsNothing() {
    Work work =
        new Work(
            Map.of(
                Charge.ROUND_TRIP,
                5L,
                Charge.MAJORITY_WAIT,
                5L,
                Charge.DOCUMENT_WRITE,
                7L,
                Charge.BYTE_WRITTEN,
                1_000L));

    assertThat(work.estimatedMicros()).isZero();
    assertThat(work.over(2)).isEqualTo(new WorkOfTransfer(2.5, 2.5, 3.5, 500, 0, 0, 0, 0));
  }
}
