package io.twophase.domain.explorer.carried;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Whatever passes do, what is carried and what is there is all there ever was")
class CarriedExplorationTest {

  static Stream<Arguments> scenes() {
    return Stream.of(
        Arguments.of("two passes over pages of one", Scene.of(3)),
        Arguments.of("two passes over one page", Scene.of(3).pages(3)),
        Arguments.of("one is held back", Scene.of(3).pages(2).heldBack(1).passes(1, 3)),
        Arguments.of("one is held back, two passes", Scene.of(2).pages(2).heldBack(0)),
        Arguments.of("two end meanwhile", Scene.of(2).ended(0)),
        Arguments.of("writes without an answer", Scene.of(2).passes(1, 3).unanswered(2)),
        Arguments.of("the same, two passes", Scene.of(2).pages(2).unanswered(1)),
        Arguments.of("several, one of them held back", Scene.of(3).withBatchOf(2).heldBack(0)),
        Arguments.of(
            "several that end meanwhile", Scene.of(3).withBatchOf(2).ended(0).passes(1, 2)));
  }

  static Stream<Arguments> wideScenes() {
    return Stream.of(
        Arguments.of("two of three end meanwhile", Scene.of(3).ended(1).pages(2)),
        Arguments.of("several end meanwhile", Scene.of(3).withBatchOf(2).ended(0).pages(2)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wideScenes")
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void wideScene(String name, Scene scene) {
    scene(name, scene);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name, Scene scene) {
    CarriedExplorer all = new CarriedExplorer(scene);
    Found found = all.explore();
    System.out.printf("| %s | %,d |%n", name, found.states());
    assertThat(found.fault()).as(found.report()).isEmpty();
    assertThat(all.emptied()).isTrue();
  }

  static Stream<Arguments> flaws() {
    return Stream.of(
        Arguments.of(Flaw.CARRIES_WHAT_GOES, Scene.of(2).pages(2).heldBack(1), "known are"),
        Arguments.of(Flaw.REMOVES_FIRST, Scene.of(2), "known are"),
        Arguments.of(Flaw.OVERWRITES, Scene.of(2), "known are"),
        Arguments.of(Flaw.ADDS_AGAIN, Scene.of(2).passes(1, 2), "known are"),
        Arguments.of(Flaw.BEGINS_AT_THE_END, Scene.of(2), "known are"),
        Arguments.of(Flaw.GOES_ON_IN_DOUBT, Scene.of(2).unanswered(1), "known are"),
        Arguments.of(Flaw.ENDS_EARLIER, Scene.of(2).ended(1).passes(1, 2), "it is 3"),
        Arguments.of(Flaw.NEVER_LOOKS_AGAIN, Scene.of(2).ended(1), "the statement says"),
        Arguments.of(Flaw.ASKS_FIRST, Scene.of(2), "the statement says"),
        Arguments.of(Flaw.COUNTS_WHAT_IS_THERE, Scene.of(2), "the statement says"));
  }

  @ParameterizedTest(name = "without its rule: {0}")
  @MethodSource("flaws")
  void flaw(Flaw flaw, Scene scene, String fault) {
    Found found = new CarriedExplorer(scene.with(flaw)).explore();
    System.out.println(flaw + ":\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
    assertThat(found.fault().get()).contains(fault);
  }
}
