package io.twophase.domain.explorer.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each rule of events that is left out is found")
class BrokenEventRulesTest {

  private static final Scene TWO = Scene.of(2);
  private static final Scene READ = Scene.of(2).passes(1, 2).consumers(1);

  private static final Scene TRIMMED = Scene.of(2).passes(1, 2).trims(1);

  static Stream<Arguments> flaws() {
    return Stream.of(
        Arguments.of(Flaw.MARKS_EARLY, TWO.onShards().faults(1, 0, 0), "never meets"),
        Arguments.of(Flaw.OVERWRITES, TWO, "comes before it"),
        Arguments.of(Flaw.GOES_ON_WHERE_ONE_IS_TAKEN, Scene.of(3).passes(2, 1), "has two numbers"),
        Arguments.of(Flaw.LISTS_FIRST, TWO, "has two numbers"),
        Arguments.of(Flaw.LISTS_WHAT_IS_NEW, TWO, "comes before it"),
        Arguments.of(Flaw.LISTS_IN_ANY_ORDER, TWO, "comes before it"),
        Arguments.of(Flaw.CONFIRMS_FIRST, TWO.passes(1, 3).faults(1, 0, 1), "has two numbers"),
        Arguments.of(Flaw.TRIMS_WHAT_IS_THERE, TRIMMED.consumers(1), "a newcomer never meets"),
        Arguments.of(Flaw.TRIMS_WHAT_IS_NOT_CONFIRMED, TRIMMED, "never meets"),
        Arguments.of(Flaw.REMOVES_BEFORE_IT_NOTES, TRIMMED, "never meets"),
        Arguments.of(Flaw.BEGINS_AT_THE_FIRST, TRIMMED, "never meets"),
        Arguments.of(
            Flaw.READS_PAST_A_GAP, READ.onShards().passes(2, 2).faults(1, 0, 0), "never meets"),
        Arguments.of(
            Flaw.READS_WHAT_MAY_BE_LOST,
            Scene.of(3).passes(1, 2).consumers(1).faults(1, 0, 0),
            "never meets"),
        Arguments.of(Flaw.NOTES_FIRST, READ.faults(0, 0, 1), "never meets"),
        Arguments.of(Flaw.NOTES_BLINDLY, READ.consumers(2), "goes back"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("flaws")
  void flaw(Flaw flaw, Scene scene, String fault) {
    Found found = Explorer.explore(scene.with(flaw));
    System.out.println(flaw + ":\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
    assertThat(found.fault().get()).contains(fault);
  }
}
