package io.twophase.domain.machine;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The large scenes: minutes, and a larger heap. */
@DisplayName("The machine keeps its promises in every world of the large scene")
@EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
class DeepExplorationTest {

  static Stream<String> scenes() {
    return Scenes.all().keySet().stream().filter(Scenes::isLarge);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name) {
    ExplorationTest.explore(name, Scenes.named(name));
  }
}
