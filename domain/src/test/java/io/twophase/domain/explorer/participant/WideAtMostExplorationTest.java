package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.search.ExplorationTable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same as {@link AtMostExplorationTest}, with more workers and faults. */
@EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
@DisplayName("As much as there is is moved once, with more faults, in")
class WideAtMostExplorationTest {

  private static final int AT_LEAST = 2_000_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> scenes() {
    return Stream.of(
        arguments("all", AtMostScenes.ALL, "D C"),
        arguments("worked at", AtMostScenes.WORKED_AT, "D C"),
        arguments("competing, 1 time-out", AtMostScenes.COMPETING.timeOuts(1), "DD DC"),
        arguments("growing, 1 time-out", AtMostScenes.GROWING.timeOuts(1), "DD"),
        arguments("emptied, 1 time-out", AtMostScenes.EMPTIED.timeOuts(1), "DC CD CC"),
        arguments("two, 1 time-out", AtMostScenes.TWO_OVERTAKEN.timeOuts(1), "DD DC"));
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
