package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.twophase.domain.machine.Result.Unanswered;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.Texts;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An explorer judges states and ends, and does not see another way to the same end: here each step
 * of a way is exactly the one that is written in {@code ways.txt}.
 */
class StepsTest {

  private static final Map<String, String> WAYS = ways();
  private static final Event MATCHED = new Event.Matched(List.of(MatchOutcome.MATCHED));
  private static final Event INSERTED = new Event.Inserted(List.of(BeginOutcome.BEGUN));

  private static Map<String, String> ways() {
    Map<String, String> ways = new LinkedHashMap<>();
    for (String way : Texts.beside(StepsTest.class, "ways.txt").split("(?m)^# ", -1)) {
      int title = way.indexOf('\n');
      if (title > 0 && ways.put(way.substring(0, title), way.substring(title).trim()) != null) {
        throw new IllegalArgumentException("two ways " + way);
      }
    }
    return ways;
  }

  static Stream<String> titles() {
    return WAYS.keySet().stream();
  }

  private static Stream<Worker> workers() {
    return WAYS.values().stream().flatMap(lines -> Way.workers(lines).values().stream());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("titles")
  void followsFromWhatItAskedAndWhatCame(String title) {
    String lines = Optional.ofNullable(WAYS.get(title)).orElseThrow();
    int header = lines.indexOf('\n') + 1;
    assertThat(Way.of(lines).trim()).isEqualTo(lines.substring(header).trim());
  }

  @Test
  void isGivenUpWithWhatHadNoAnswerUnlessTheEndIsCertain() {
    Map<Unanswered, String> during = new TreeMap<>();
    workers()
        .filter(worker -> !worker.hasStopped())
        .forEach(
            worker -> {
              Unanswered asked = Unanswered.of(worker.step());
              during.merge(asked, verb(worker.step()), StepsTest::together);
              Worker after = worker.after(new Event.GaveUp(false));
              assertThat(after.hasStopped()).isTrue();
              assertThat(after.result())
                  .contains(worker.result().orElseGet(() -> Result.unknown(asked)));
            });
    assertThat(during)
        .hasToString(
            "{BEGIN=insert,tombstone, ACQUIRE=acquire, HOLD=place,stamp, AWAIT_ROOM=place after, "
                + "AUTHORIZE=authorize, APPROVE=approve, DECIDE=decide, CANCEL=decide for,exclude, "
                + "FINISH=finish,release,settle, WITHDRAW=withdraw, TAKE=take, READ=read, "
                + "AWAIT=read after}");
  }

  private static String verb(Step step) {
    String words = Steps.of(step);
    return words.replaceAll(" .*|@.*", "")
        + (words.contains(" for ") ? " for" : "")
        + (words.contains(", after ") ? " after" : "");
  }

  private static String together(String one, String other) {
    return Stream.of(one.split(",", -1), other.split(",", -1))
        .flatMap(Arrays::stream)
        .sorted()
        .distinct()
        .collect(Collectors.joining(","));
  }

  @Test
  void comesToAnEventInWhichNothingIsAnsweredIfItWritesAnything() {
    workers()
        .forEach(
            worker -> {
              Step step = worker.step();
              boolean writes = !(step instanceof Step.Read || step instanceof Step.Stop);
              assertThat(step.inDoubt().isPresent()).as(step.toString()).isEqualTo(writes);
              step.inDoubt().ifPresent(event -> assertThat(worker.after(event)).isNotNull());
            });
  }

  @Test
  void takesAnAnswerToEachThatItAsksAndNoneToAnotherStep() {
    workers()
        .filter(worker -> !worker.hasStopped())
        .forEach(
            worker -> {
              Step step = worker.step();
              Event none =
                  step instanceof Step.Read
                      ? new Event.Seen(List.of(), false)
                      : Message.event(step, List.of());
              assertThatIllegalStateException()
                  .isThrownBy(() -> worker.after(none))
                  .withMessageStartingWith(worker.id() + ": 0 answers to ");
              Event other = step instanceof Step.Insert ? MATCHED : INSERTED;
              assertThatIllegalStateException()
                  .isThrownBy(() -> worker.after(other))
                  .withMessageContaining(" is no answer to ");
            });
  }

  @Test
  void isPartOfWhatTwoWorkersAreTheSameBy() {
    WAYS.values()
        .forEach(
            lines -> {
              List<Worker> way = List.copyOf(Way.workers(lines).values());
              List<Worker> again = List.copyOf(Way.workers(lines).values());
              assertThat(way).isEqualTo(again);
              assertThat(way.get(0))
                  .hasToString(
                      way.get(0).goal()
                          + " -> "
                          + way.get(0).step()
                          + " knowing "
                          + way.get(0).knowledge());
              for (int at = 1; at < way.size(); at++) {
                Worker worker = way.get(at);
                Worker before = way.get(at - 1);
                boolean isOther =
                    !worker.step().equals(before.step())
                        || !worker.knowledge().equals(before.knowledge());
                assertThat(worker.equals(before)).isNotEqualTo(isOther);
                assertThat(worker.record().isPresent() || worker.owned().isEmpty()).isTrue();
              }
            });
  }

  @Test
  void isNoneOfAWorkerThatHasStopped() {
    workers()
        .filter(Worker::hasStopped)
        .forEach(
            worker -> {
              assertThatIllegalStateException()
                  .isThrownBy(() -> worker.after(new Event.GaveUp(false)))
                  .withMessageContaining(" is no answer to Stop");
              assertThatIllegalArgumentException().isThrownBy(() -> Unanswered.of(worker.step()));
            });
  }
}
