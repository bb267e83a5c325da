package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.search.ExplorationTable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("As much as there is is moved once, in every interleaving of")
class AtMostExplorationTest {

  private static final int AT_LEAST = 10_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> scenes() {
    return Stream.of(
        arguments("overtaken", AtMostScenes.OVERTAKEN, "D"),
        arguments("canceled", AtMostScenes.CANCELED, "D C"),
        arguments("unswept", AtMostScenes.UNSWEPT, "D C"),
        arguments("competing", AtMostScenes.COMPETING, "DD DC"),
        arguments("given back", AtMostScenes.GIVEN_BACK, "DD DC"),
        arguments("growing", AtMostScenes.GROWING, "DD"),
        arguments("emptied", AtMostScenes.EMPTIED, "DC CD"),
        arguments("two", AtMostScenes.TWO, "DD DC"),
        arguments("two, one overtaken", AtMostScenes.TWO_OVERTAKEN, "DD DC"),
        arguments("crashed", AtMostScenes.CRASHED, "D C"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name, Scenario scenario, String endings) {
    Endings.check(TALLY.row(name, () -> Explorer.explore(scenario)), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
