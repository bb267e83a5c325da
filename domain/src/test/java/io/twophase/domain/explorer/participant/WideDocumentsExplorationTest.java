package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.search.ExplorationTable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same scenarios with time-outs, in minutes: {@code ./mvnw -pl domain -P explore verify}. */
@DisplayName("The protocol of documents keeps its promises in every interleaving of the scenario")
@EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
class WideDocumentsExplorationTest {

  private static final int AT_LEAST = 10_000_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> scenes() {
    return Stream.of(
        arguments("reinsert, 1 time-out", Scenes.REINSERT, "DC CD CC"),
        arguments("remove, 1 time-out", Scenes.REMOVE, "DDD DDC DCD DCC CDC CCC"),
        arguments("check_escrow, 1 time-out", Scenes.CHECK_ESCROW, "DD DC CD CC"),
        arguments("check_there, 1 time-out", Scenes.CHECK_THERE.timeOuts(1), "DDD"),
        arguments("check_removed, 1 time-out", Scenes.CHECK_REMOVED, "DDD DDC DCD CDD DCC CDC CCD"),
        arguments("close, 1 time-out", Scenes.CLOSE.timeOuts(1), "DC CD CC"),
        arguments("mixed, 1 time-out", Scenes.MIXED, "D"),
        arguments("crash, 1 time-out", Scenes.CRASH.timeOuts(1), "DD DC CD CC"),
        arguments("room, 1 time-out", Scenes.ROOM.timeOuts(1), "DC CD CC"),
        arguments("ring, 1 time-out", Scenes.RING.timeOuts(1), "DDD"),
        arguments("skew, 1 time-out", Scenes.SKEW, "DC CD CC"),
        arguments("skew_absent, 1 time-out", Scenes.SKEW_ABSENT, "DC CD CC"),
        arguments("update, 1 time-out", Scenes.UPDATE, "DC CD CC"),
        arguments("change, 1 time-out", Scenes.CHANGE, "DC CD CC"),
        arguments(
            "change, 1 repeated request",
            Scenes.CHANGE.timeOuts(0).with(Fault.REPEATED_REQUEST, 1),
            "DC CD CC"));
  }

  @Test
  @DisplayName("reader_docs")
  void reader() {
    Exploration all = TALLY.row("reader_docs", () -> Explorer.explore(Scenes.READER_DOCS));
    assertThat(all.violation()).as(all.report()).isEmpty();
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
