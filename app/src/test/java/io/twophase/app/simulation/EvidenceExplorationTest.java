package io.twophase.domain.explorer.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.evidence.Scene.Keeping;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The tree of evidence only grows, and the audit names what somebody removed")
class EvidenceExplorationTest {

  static Stream<Arguments> scenes() {
    return Stream.of(
        Arguments.of("two passes", Scene.of(2).passes(2, 1)),
        Arguments.of("late and half-done inserts", Scene.of(2).passes(2, 1).faults(0, 1, 0)),
        Arguments.of("a failover", Scene.of(2).passes(2, 1).faults(1, 0, 0)),
        Arguments.of("an old read", Scene.of(2).passes(1, 2).faults(0, 0, 1)),
        Arguments.of("somebody removes one", Scene.of(2).passes(1, 2).foreign(1).faults(1, 0, 0)),
        Arguments.of(
            "retention", Scene.of(2).passes(1, 2).keeping(Keeping.NOTHING).faults(1, 0, 0)),
        Arguments.of(
            "retention with receipts",
            Scene.of(2).passes(1, 2).keeping(Keeping.RECEIPTS).foreign(1).faults(1, 0, 0)),
        Arguments.of(
            "receipts are set later", Scene.of(2).keeping(Keeping.NOTHING).foreign(1).settings(1)),
        Arguments.of("receipts are set at last", Scene.of(2).foreign(1).settings(1)),
        Arguments.of(
            "receipts are taken back",
            Scene.of(2).keeping(Keeping.RECEIPTS).foreign(1).settings(2)));
  }

  static Stream<Arguments> wideScenes() {
    return Stream.of(
        Arguments.of("three records", Scene.of(3).passes(2, 1)),
        Arguments.of("two failovers", Scene.of(2).passes(2, 1).faults(2, 1, 0)),
        Arguments.of(
            "all of it",
            Scene.of(2)
                .passes(2, 1)
                .keeping(Keeping.RECEIPTS)
                .foreign(1)
                .settings(1)
                .faults(1, 1, 1)));
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
    Found found = Explorer.explore(scene);
    System.out.printf("| %s | %,d |%n", name, found.states());
    assertThat(found.fault()).as(found.report()).isEmpty();
  }
}
