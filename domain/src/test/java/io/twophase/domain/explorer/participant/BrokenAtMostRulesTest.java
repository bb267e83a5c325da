package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.search.Exploration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The explorer of what takes as much as there is finds what goes wrong where")
class BrokenAtMostRulesTest {

  static Stream<Arguments> broken() {
    return Stream.of(
        arguments(
            "the guard does not ask for the figure that was seen",
            AtMostScenes.GROWING.over(AtMost.WITHOUT_THE_FIGURE)),
        arguments(
            "who takes over raises the hold as one of another amount",
            AtMostScenes.GROWING.timeOuts(1).over(BrokenAtMost.TAKES_OVER_WITH_ANOTHER_PART)),
        arguments(
            "a decision has the amount of an older epoch",
            AtMostScenes.OVERTAKEN.drivenBy(BrokenAtMost.DECIDES_WITH_AN_OLDER_EPOCHS_PART)),
        arguments(
            "the record does not say how much there was",
            AtMostScenes.OVERTAKEN.over(BrokenAtMost.FORGETS_WHAT_THERE_WAS)),
        arguments(
            "all that was asked for arrives",
            AtMostScenes.OVERTAKEN.over(BrokenAtMost.CREDITS_WHAT_WAS_ASKED)),
        arguments(
            "a release asks for all that was asked for",
            AtMostScenes.UNSWEPT.over(BrokenAtMost.RELEASES_WHAT_WAS_ASKED)),
        arguments(
            "it is held again in the same epoch",
            AtMostScenes.OVERTAKEN.drivenBy(
                AtMost.looksFirst(BrokenDrivers.HOLDS_AGAIN_IN_THE_SAME_EPOCH))),
        arguments(
            "it is finished before all is settled",
            AtMostScenes.OVERTAKEN.drivenBy(AtMost.looksFirst(BrokenDrivers.FINISHES_EARLY))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void andSaysHow(String rule, Scenario scenario) {
    Exploration found = Explorer.explore(scenario);
    System.out.println("where " + rule + ":\n" + found.report());
    assertThat(found.violation()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).isNotEmpty();
  }
}
