package io.twophase.app.function.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.function.history.Anomaly.Finding;
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
        "a value of nobody                > x=7                                   > GARBAGE_READ",
        "a value that is there twice      > x+1 ; x=1,1                           > DUPLICATE_VALUE",
        "an own append that is not seen   > x+1 x=                                > INTERNAL",
        "a read that is not repeatable    > x+1 | x= x=1                          > INTERNAL",
        "two orders of one list           > x+1 | x+2 | x=1,2 | x=2,1             > INCOMPATIBLE_ORDERS",
        "an aborted read                  > !x+1 | x=1                            > G1A",
        "an intermediate read             > x+1 x+2 | x=1 | x=1,2                 > G1B",
        "a write cycle                    > x+1 y+1 | x+2 y+2 | x=1,2 | y=2,1     > G0",
        "runs that read of each other     > x+1 y=1 | y+1 x=1                     > G1C",
        "read skew                        > x+1 y+1 | x= y=1                      > G_SINGLE",
        "read skew by what became known   > ?x+1 y+1 | x= y=1                     > G_SINGLE",
        "a lost update                    > x+1 | x=1 x+2 | x=1 x+3 | x=1,2,3     > LOST_UPDATE G_SINGLE",
        "an update lost without a trace   > x+1 | x=1 x+2 | x=1 x+3 | x=1,3       > LOST_UPDATE G_SINGLE G2",
        "write skew                       > x= y+1 | y= x+1                       > G2",
        "a long fork                      > x+1 | y+1 | x=1 y= | x= y=1           > G2",
        "a stale read                     > x+1 ; x=                              > REAL_TIME",
        "a lost append                    > x+1 ; x=1 x+2 ; x=1                   > REAL_TIME",
        "a write that came too late       > x+1 ; x+2 ; x=2,1                     > REAL_TIME",
        "a stale read of another list     > x+1 ; y+1 ; y=1 | x=                  > REAL_TIME",
      })
  void findsEachAnomaly(String what, String history, String expected) {
    List<Finding> found = Checker.check(history(history));

    assertThat(found.stream().map(each -> each.anomaly().name()))
        .as("%s", found)
        .containsExactly(expected.split(" "));
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
    assertThat(Checker.check(history(history))).isEmpty();
  }

  @Test
  void printsTheShortestCycle() {
    assertThat(Checker.check(history("x= y+1 | y= z+1 | z= x+1 | u= v+1 | v= u+1")))
        .extracting(Finding::toString)
        .containsExactly(
            """
            G2: [3..8: u= v+1]
              -RW u-> [4..9: v= u+1]
              -RW v-> [3..8: u= v+1]""");
  }

  @Test
  void writesEllesForm() {
    assertThat(History.elle(history("x+1 | !x= x+2 ; ?y+3 ; x=1 y=")))
        .isEqualTo(
            """
            [{"index":0,"type":"invoke","process":0,"value":[["append","x",1]]},
            {"index":1,"type":"invoke","process":1,"value":[["r","x",null],["append","x",2]]},
            {"index":2,"type":"ok","process":0,"value":[["append","x",1]]},
            {"index":3,"type":"fail","process":1,"value":[["r","x",null],["append","x",2]]},
            {"index":4,"type":"invoke","process":2,"value":[["append","y",3]]},
            {"index":5,"type":"info","process":2,"value":[["append","y",3]]},
            {"index":6,"type":"invoke","process":3,"value":[["r","x",null],["r","y",null]]},
            {"index":7,"type":"ok","process":3,"value":[["r","x",[1]],["r","y",[]]]}]
            """);
  }

  private static List<Run> history(String text) {
    List<Run> runs = new ArrayList<>();
    for (String atOnce : text.split(";", -1)) {
      List<String> texts = Stream.of(atOnce.split("\\|")).map(String::strip).toList();
      int begin = 2 * runs.size();
      for (int at = 0; at < texts.size(); at++) {
        int completed = begin + texts.size() + at;
        runs.add(run(runs.size(), begin + at, completed, texts.get(at)));
      }
    }
    return runs;
  }

  private static Run run(int process, int invoked, int completed, String text) {
    Outcome outcome =
        switch (text.charAt(0)) {
          case '!' -> Outcome.NOT_APPLIED;
          case '?' -> Outcome.UNKNOWN;
          default -> Outcome.APPLIED;
        };
    String steps = outcome == Outcome.APPLIED ? text : text.substring(1);
    return new Run(
        process,
        invoked,
        completed,
        outcome,
        Stream.of(steps.split(" ")).map(CheckerTest::step).toList());
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
