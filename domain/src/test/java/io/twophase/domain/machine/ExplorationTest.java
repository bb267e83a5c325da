package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The machine keeps its promises in every world of the scene")
class ExplorationTest {

  static Stream<String> scenes() {
    return Scenes.all().keySet().stream().filter(name -> !Scenes.isHuge(name));
  }

  /** The large ones as long as nothing goes wrong; {@link DeepExplorationTest} sees the rest. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name) {
    Scene scene = Scenes.named(name);
    explore(name, Scenes.isLarge(name) ? scene.timeOuts(0).crashes(0) : scene);
  }

  static void explore(String name, Scene scene) {
    long start = System.nanoTime();
    Set<String> endings = new TreeSet<>();
    Found all = Explorer.explore(scene, endings);
    System.out.printf(
        "%-16s %9d states %4d endings %6d ms %s%n",
        name,
        all.states(),
        endings.size(),
        (System.nanoTime() - start) / 1_000_000,
        all.fault().getOrElse(""));
    assertThat(all.fault()).as(all.report()).isEmpty();
    assertThat(endings).as("endings of " + name).isNotEmpty();
  }
}
