package io.twophase.domain.explorer.carried;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each rule of carried balances that is left out is found")
class BrokenCarriedRulesTest {

  private static final Scene TWO = Scene.ofLone(2);

  static Stream<Arguments> flaws() {
    return Stream.of(
        Arguments.of(Flaw.CARRIES_WHAT_GOES, TWO.pages(2).heldBack(1), "known are"),
        Arguments.of(Flaw.REMOVES_FIRST, TWO, "known are"),
        Arguments.of(Flaw.OVERWRITES, TWO.pages(1), "known are"),
        Arguments.of(Flaw.ADDS_AGAIN, TWO.passes(1, 2), "known are"),
        Arguments.of(Flaw.BEGINS_AT_THE_END, TWO, "known are"),
        Arguments.of(Flaw.GOES_ON_IN_DOUBT, TWO.unanswered(1), "known are"),
        Arguments.of(Flaw.ENDS_EARLIER, TWO.ended(1).passes(1, 2), "it is 3"),
        Arguments.of(Flaw.NEVER_LOOKS_AGAIN, TWO.ended(1), "the statement says"),
        Arguments.of(Flaw.ASKS_FIRST, TWO, "the statement says"),
        Arguments.of(Flaw.COUNTS_WHAT_IS_THERE, TWO, "the statement says"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("flaws")
  void flaw(Flaw flaw, Scene scene, String fault) {
    Found found = new Explorer(scene.with(flaw)).explore();
    System.out.println(flaw + ":\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
    assertThat(found.fault().get()).contains(fault);
  }
}
