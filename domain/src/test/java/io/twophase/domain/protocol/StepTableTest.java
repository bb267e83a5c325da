package io.twophase.domain.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The step machine")
class StepTableTest {

  /** One event of every kind, in the order of the columns. */
  private static final List<String> KINDS =
      List.of(
          "inserted BEGUN",
          "moved MATCHED",
          "holds held held",
          "matches MATCHED MATCHED",
          "seen DONE other@1",
          "gave up",
          "patience spent");

  @ParameterizedTest(name = "at {0}")
  @DisplayName("goes on from every step after every kind of event, or refuses it as illegal")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
# at             | inserted        | moved            | holds    | matches                 | seen          | gave up        | patience spent
BEGIN            | hold@1 A B      | -                | -        | -                       | -             | stop: unknown in BEGIN | -
SUBMIT           | stop: Submitted | -                | -        | -                       | -             | stop: unknown in SUBMIT | -
CLAIM            | -               | hold@1 A B       | -        | -                       | -             | stop: unknown in CLAIM | -
HOLD             | -               | -                | decide@1 | -                       | -             | stop: unknown in PLACE_HOLDS@1 | -
AWAIT_ROOM       | -               | -                | -        | -                       | -             | stop: unknown in AWAIT_ROOM@1 | begin cancel@1
DECIDE           | -               | settle@1 A B     | -        | -                       | -             | stop: unknown in DECIDE@1 | -
SETTLE           | -               | -                | -        | finish                  | -             | stop: applied, not finished | -
FINISH           | -               | stop: applied    | -        | -                       | -             | stop: applied, not finished | -
REREAD           | -               | -                | -        | -                       | stop: applied | stop: unknown in REREAD@1 | -
TAKE_OVER        | -               | stamp@2 A B      | -        | -                       | -             | stop: unknown in TAKE_OVER@1 | -
STAMP            | -               | -                | -        | decide@2                | -             | stop: unknown in STAMP@2 | -
BEGIN_CANCEL     | -               | release@1 A B    | -        | -                       | -             | stop: unknown in BEGIN_CANCEL@1 | -
RELEASE          | -               | -                | -        | finish cancel           | -             | stop: AccountFrozen, not finished | -
FINISH_CANCEL    | -               | stop: AccountFrozen | -     | -                       | -             | stop: AccountFrozen, not finished | -
CANCEL_UNCLAIMED | -               | stop: Canceled   | -        | -                       | -             | stop: unknown in CANCEL_UNCLAIMED | -
WITHDRAW         | -               | -                | -        | await                   | -             | stop: unknown in WITHDRAW@1 | -
WITHDRAW_AND_STOP | -              | -                | -        | stop: applied           | -             | stop: applied | -
AWAIT            | -               | -                | -        | -                       | stop: applied | stop: unknown in AWAIT | -
STOP             | -               | -                | -        | -                       | -             | - | -
""")
  void everyStepAndEveryKindOfEvent(
      Situation at,
      String ins,
      String mov,
      String hol,
      String mat,
      String seen,
      String gaveUp,
      String spent) {
    List<String> expected = Arrays.asList(ins, mov, hol, mat, seen, gaveUp, spent);
    for (int kind = 0; kind < KINDS.size(); kind++) {
      Event event = EventFixture.event(KINDS.get(kind));
      if (expected.get(kind).equals("-")) {
        assertThatThrownBy(() -> at.worker().after(event))
            .as("%s, %s", at, event)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("transaction t");
      } else {
        assertThat(Words.of(at.worker().after(event).step()))
            .as("%s, %s", at, event)
            .isEqualTo(expected.get(kind));
      }
    }
  }

  @ParameterizedTest(name = "at {0}, {1}: {2}")
  @DisplayName("goes on after every outcome")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
BEGIN            | inserted ID_TAKEN             | reread
BEGIN            | inserted IN_DOUBT             | reread
SUBMIT           | inserted ID_TAKEN             | reread
SUBMIT           | inserted IN_DOUBT             | reread
CLAIM            | moved NOT_MATCHED             | reread
CLAIM            | moved IN_DOUBT                | reread
TAKE_OVER        | moved NOT_MATCHED             | reread
TAKE_OVER        | moved IN_DOUBT                | reread
DECIDE           | moved NOT_MATCHED             | reread
DECIDE           | moved IN_DOUBT                | reread
FINISH           | moved NOT_MATCHED             | stop: applied
FINISH           | moved IN_DOUBT                | finish
BEGIN_CANCEL     | moved NOT_MATCHED             | reread
BEGIN_CANCEL     | moved IN_DOUBT                | reread
CANCEL_UNCLAIMED | moved NOT_MATCHED             | reread
CANCEL_UNCLAIMED | moved IN_DOUBT                | reread
FINISH_CANCEL    | moved NOT_MATCHED             | stop: AccountFrozen
FINISH_CANCEL    | moved IN_DOUBT                | finish cancel
# holds: one that is there at this epoch is as good as one just placed
HOLD             | holds already@1 held          | reread
# an older one is another owner's: it is stamped
HOLD             | holds already@0 held          | stamp@1 A
HOLD             | holds already@0 already@0     | stamp@1 A B
# a newer one is a sign of having been overtaken
HOLD             | holds held already@2          | reread
HOLD             | holds already@0 already@2     | reread
HOLD             | holds held doubt              | reread
HOLD             | holds doubt doubt             | reread
HOLD             | holds refused held            | begin cancel@1
HOLD             | holds held refused            | begin cancel@1
HOLD             | holds refused refused         | begin cancel@1
# what is refused is canceled, whatever became of the other
HOLD             | holds refused doubt           | begin cancel@1
HOLD             | holds refused already@2       | begin cancel@1
# what is not exactly what was asked for is never taken for it, at whatever epoch
HOLD             | holds foreign@1 held          | begin cancel@1
HOLD             | holds foreign@0 held          | begin cancel@1
HOLD             | holds foreign@2 held          | begin cancel@1
HOLD             | holds foreign@1 doubt         | begin cancel@1
HOLD             | holds foreign@1 already@0     | begin cancel@1
HOLD             | holds held foreign@1          | begin cancel@1
AWAIT_ROOM       | holds foreign@1               | begin cancel@1
# what is busy is asked for again, what is held is not
HOLD             | holds held busy               | await room@1 B
HOLD             | holds busy busy               | await room@1 A B
HOLD             | holds busy refused            | begin cancel@1
HOLD             | holds busy doubt              | reread
HOLD             | holds already@0 busy          | stamp@1 A
AWAIT_ROOM       | holds held                    | decide@1
AWAIT_ROOM       | holds busy                    | await room@1 B
AWAIT_ROOM       | holds refused                 | begin cancel@1
AWAIT_ROOM       | holds doubt                   | reread
# what has no hold to stamp is held
STAMP            | matches NOT_MATCHED MATCHED     | hold@2 A
STAMP            | matches NOT_MATCHED NOT_MATCHED | hold@2 A B
STAMP            | matches IN_DOUBT MATCHED        | reread
STAMP            | matches IN_DOUBT NOT_MATCHED    | reread
# settles, releases and withdrawals are sent again as they are, those without an answer
SETTLE           | matches NOT_MATCHED NOT_MATCHED | finish
SETTLE           | matches IN_DOUBT MATCHED        | settle@1 A
SETTLE           | matches IN_DOUBT IN_DOUBT       | settle@1 A B
RELEASE          | matches NOT_MATCHED NOT_MATCHED | finish cancel
RELEASE          | matches NOT_MATCHED IN_DOUBT    | release@1 B
RELEASE          | matches IN_DOUBT IN_DOUBT       | release@1 A B
WITHDRAW         | matches NOT_MATCHED NOT_MATCHED | await
WITHDRAW         | matches MATCHED IN_DOUBT        | withdraw@1 B
WITHDRAW_AND_STOP | matches IN_DOUBT MATCHED       | withdraw@1 A
""")
  void everyOutcome(Situation at, String text, String next) {
    assertThat(Words.of(at.worker().after(EventFixture.event(text)).step())).isEqualTo(next);
  }

  @ParameterizedTest(name = "at {0}, {1}")
  @DisplayName("refuses more or fewer answers than it asked for")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
HOLD     | holds held
HOLD     | holds held held held
STAMP    | matches MATCHED
SETTLE   | matches MATCHED
RELEASE  | matches MATCHED MATCHED MATCHED
WITHDRAW | matches MATCHED
""")
  void miscounted(Situation at, String text) {
    Event event = EventFixture.event(text);
    assertThatThrownBy(() -> at.worker().after(event))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("to 2 operations");
  }

  @Test
  @DisplayName("has every situation of the tables at the step that its name says")
  void situationsAreWhatTheySay() {
    for (Situation at : Situation.values()) {
      String words = Words.of(at.worker().step()).replaceAll("[@:].*", "").replace(' ', '_');
      assertThat(at.name().toLowerCase(Locale.ROOT)).startsWith(words);
    }
  }
}
