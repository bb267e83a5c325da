package io.twophase.domain.explorer.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.search.ExplorationTable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All scenes with their time-outs, in minutes: {@code ./mvnw -pl domain -P explore verify}. */
@DisplayName("Batches keep their promises in every interleaving of the scene")
@EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
class WideBatchesExplorationTest {

  private static final int AT_LEAST = 15_000_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<String> scenes() {
    return Scenes.all().keySet().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name) {
    Exploration all = TALLY.row(name, () -> Explorer.explore(Scenes.named(name)));
    assertThat(all.violation()).as(all.report()).isEmpty();
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
