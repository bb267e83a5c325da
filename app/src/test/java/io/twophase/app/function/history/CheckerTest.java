package io.twophase.app.function.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.function.history.Run.Append;
import io.twophase.app.function.history.Run.Outcome;
import io.twophase.app.function.history.Run.Read;
import io.twophase.app.function.history.Run.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Histories in a short form: {@code x+1} appends 1 to the list x, {@code x=1,2} has read it, {@code
 * |} is between runs that are at work at the same time, {@code ;} between those that are not. Of a
 * run with {@code !} the caller knows that it has not happened, with {@code ?} nothing.
 */
@DisplayName("The judge of histories")
class CheckerTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '>',
      value = {
        "a value of nobody                > x=7",
        "a value that is there twice      > x+1 ; x=1,1",
        "an own append that is not seen   > x+1 x=",
        "a read that is not repeatable    > x+1 | x= x=1",
        "two orders of one list           > x+1 | x+2 | x=1,2 | x=2,1",
        "an aborted read                  > !x+1 | x=1",
        "an intermediate read             > x+1 x+2 | x=1 | x=1,2",
        "a write cycle                    > x+1 y+1 | x+2 y+2 | x=1,2 | y=2,1",
        "runs that read of each other     > x+1 y=1 | y+1 x=1",
        "read skew                        > x+1 y+1 | x= y=1",
        "read skew by what became known   > ?x+1 y+1 | x= y=1",
        "a lost update                    > x+1 | x=1 x+2 | x=1 x+3 | x=1,2,3",
        "an update lost without a trace   > x+1 | x=1 x+2 | x=1 x+3 | x=1,3",
        "write skew                       > x= y+1 | y= x+1",
        "a long fork                      > x+1 | y+1 | x=1 y= | x= y=1",
        "a stale read                     > x+1 ; x=",
        "a lost append                    > x+1 ; x=1 x+2 ; x=1",
        "a write that came too late       > x+1 ; x+2 ; x=2,1",
        "a stale read of another list     > x+1 ; y+1 ; y=1 | x=",
      })
  void findsEachAnomaly(String what, String history) {
    assertThat(Checker.fault(history(history))).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "x+1 ; x=1 x+2 ; x=1,2",
        "x+1 x=1 x+2 x=1,2 | x=",
        "x+1 | x= | x=1",
        "x= y+1 | y=1 x+1 | x=1 y=1",
        "?x+1 ; x=",
        "?x+1 ; x= ; x=1",
        "!x+1 ; x=",
        "x+1 | x+2 | x=2,1",
      })
  void findsNothingInASoundHistory(String history) {
    assertThat(Checker.fault(history(history))).isEmpty();
  }

  @Test
  void saysHowFarItCame() {
    assertThat(Checker.fault(history("x+1 ; x=1 x+2 | x=1 x+3 | y=")))
        .contains("behind 3 runs of 4, none of these has read {x=[1, 3]}: [[2..5: x=1 x+2]]");
  }

  private static List<Run> history(String text) {
    List<Run> runs = new ArrayList<>();
    for (String atOnce : text.split(";", -1)) {
      List<String> texts = Stream.of(atOnce.split("\\|")).map(String::strip).toList();
      int begin = 2 * runs.size();
      for (int at = 0; at < texts.size(); at++) {
        int completed = begin + texts.size() + at;
        runs.add(run(begin + at, completed, texts.get(at)));
      }
    }
    return runs;
  }

  private static Run run(int invoked, int completed, String text) {
    Outcome outcome =
        switch (text.charAt(0)) {
          case '!' -> Outcome.NOT_APPLIED;
          case '?' -> Outcome.UNKNOWN;
          default -> Outcome.APPLIED;
        };
    String steps = outcome == Outcome.APPLIED ? text : text.substring(1);
    return new Run(
        invoked, completed, outcome, Stream.of(steps.split(" ")).map(CheckerTest::step).toList());
  }

  private static Step step(String text) {
    String key = text.substring(0, 1);
    String values = text.substring(2);
    return text.charAt(1) == '+'
        ? new Append(key, Long.parseLong(values))
        : new Read(
            key,
            Stream.of(values.split(","))
                .filter(each -> !each.isEmpty())
                .map(Long::valueOf)
                .toList());
  }
}
