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
        Arguments.of("two passes over pages of one", Scene.ofLone(3)),
        Arguments.of("two passes over one page", Scene.ofLone(3).pages(3)),
        Arguments.of("one is held back", Scene.ofLone(3).pages(2).heldBack(1).passes(1, 3)),
        Arguments.of("one is held back, two passes", Scene.ofLone(2).pages(2).heldBack(0)),
        Arguments.of("two end meanwhile", Scene.ofLone(2).ended(0)),
        Arguments.of("writes without an answer", Scene.ofLone(2).passes(1, 3).unanswered(2)),
        Arguments.of("the same, two passes", Scene.ofLone(2).pages(2).unanswered(1)),
        Arguments.of("a batch, one of it is held back", Scene.ofLone(3).withBatchOf(2).heldBack(0)),
        Arguments.of(
            "a batch that ends meanwhile", Scene.ofLone(3).withBatchOf(2).ended(0).pages(2)));
  }

  static Stream<Arguments> wideScenes() {
    return Stream.of(Arguments.of("two of three end meanwhile", Scene.ofLone(3).ended(1).pages(2)));
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
    Explorer all = new Explorer(scene);
    Found found = all.explore();
    System.out.println(name + ": " + found.states() + " states");
    assertThat(found.fault()).as(found.report()).isEmpty();
    assertThat(all.emptied()).isTrue();
  }
}
