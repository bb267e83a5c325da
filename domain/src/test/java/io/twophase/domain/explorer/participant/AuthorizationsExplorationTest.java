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

@DisplayName("An authorization is captured or voided once, in every interleaving of")
class AuthorizationsExplorationTest {

  private static final int AT_LEAST = 100_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> scenes() {
    return Stream.of(
        arguments("decided", AuthorizationScenes.DECIDED, "D C"),
        arguments("authorized", AuthorizationScenes.AUTHORIZED, "D C"),
        arguments("voided", AuthorizationScenes.VOIDED, "D C"),
        arguments("expired", AuthorizationScenes.EXPIRED, "D C"),
        arguments("crashed", AuthorizationScenes.CRASHED, "D C"),
        arguments("approved", AuthorizationScenes.APPROVED, "D C"),
        arguments("documents", AuthorizationScenes.DOCUMENTS, "D C"),
        arguments("all", AuthorizationScenes.ALL, "D C"));
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
