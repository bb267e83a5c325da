package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The machine keeps its promises in every world of the scene … */
class ExplorationTest {

  static Stream<String> scenes() {
    return names().filter(name -> !Scenes.named(name).has("huge"));
  }

  static Stream<String> largeScenes() {
    return names().filter(ExplorationTest::isLarge);
  }

  private static Stream<String> names() {
    return Scenes.all().keySet().stream();
  }

  private static boolean isLarge(String name) {
    return Scenes.named(name).has("large") || Scenes.named(name).has("huge");
  }

  /** The large ones as long as nothing goes wrong. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name) {
    Scene scene = Scenes.named(name);
    explore(name, isLarge(name) ? scene.with("timeOuts", 0).with("crashes", 0) : scene);
  }

  /** Minutes, and a larger heap. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("largeScenes")
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void largeScene(String name) {
    explore(name, Scenes.named(name));
  }

  private static void explore(String name, Scene scene) {
    Set<String> endings = new TreeSet<>();
    Found all = Explorer.explore(name, scene, endings);
    assertThat(all.fault()).as(all.report()).isEmpty();
    assertThat(endings).as("endings of " + name).isNotEmpty();
  }
}
