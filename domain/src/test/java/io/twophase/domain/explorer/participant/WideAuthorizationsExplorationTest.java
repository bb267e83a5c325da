package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.search.ExplorationTable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same as {@link AuthorizationsExplorationTest}, with more faults: in the profile explore. */
@EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
@DisplayName("An authorization is captured or voided once, with more faults, in")
class WideAuthorizationsExplorationTest {

  private static final int AT_LEAST = 1_000_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> scenes() {
    return Stream.of(
        arguments("all, 1 time-out", AuthorizationScenes.ALL.timeOuts(1)),
        arguments("decided, 2 time-outs", AuthorizationScenes.DECIDED.timeOuts(2)),
        arguments("voided, 2 time-outs", AuthorizationScenes.VOIDED.timeOuts(2)),
        arguments(
            "documents, 1 repeated request",
            AuthorizationScenes.DOCUMENTS.timeOuts(0).with(Fault.REPEATED_REQUEST, 1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name, Scenario scenario) {
    Endings.check(TALLY.row(name, () -> Explorer.explore(scenario)), "D C");
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
