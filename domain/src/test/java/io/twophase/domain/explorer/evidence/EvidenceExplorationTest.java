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

  private static Scene two() {
    return Scene.of(2);
  }

  private static Scene race() {
    return two().passes(2, 1);
  }

  static Stream<Arguments> scenes() {
    return Stream.of(
        Arguments.of("two passes", race()),
        Arguments.of("late and half-done inserts", race().faults(0, 1, 0)),
        Arguments.of("a failover", race().faults(1, 0, 0)),
        Arguments.of("an old read", two().passes(1, 2).faults(0, 0, 1)),
        Arguments.of("somebody removes one", two().passes(1, 2).foreign(1).faults(1, 0, 0)),
        Arguments.of("retention", two().passes(1, 2).keeping(Keeping.NOTHING).faults(1, 0, 0)),
        Arguments.of(
            "retention with receipts",
            two().passes(1, 2).keeping(Keeping.RECEIPTS).foreign(1).faults(1, 0, 0)),
        Arguments.of(
            "receipts are set later", two().keeping(Keeping.NOTHING).foreign(1).settings(1)),
        Arguments.of("receipts are set at last", two().foreign(1).settings(1)),
        Arguments.of(
            "receipts are taken back", two().keeping(Keeping.RECEIPTS).foreign(1).settings(2)));
  }

  static Stream<Arguments> wideScenes() {
    return Stream.of(
        Arguments.of("three records", Scene.of(3).passes(2, 1)),
        Arguments.of("two failovers", race().faults(2, 1, 0)),
        Arguments.of(
            "all of it",
            two().passes(2, 1).keeping(Keeping.RECEIPTS).foreign(1).settings(1).faults(1, 1, 1)));
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
    Found found = EvidenceExplorer.explore(scene);
    System.out.printf("| %s | %,d |%n", name, found.states());
    assertThat(found.fault()).as(found.report()).isEmpty();
  }

  static Stream<Arguments> flaws() {
    return Stream.of(
        Arguments.of(Flaw.TAKES_WHAT_IS_NOT_CONFIRMED, two().faults(1, 0, 0), "was lost"),
        Arguments.of(Flaw.BUILDS_ON_WHAT_MAY_BE_LOST, race().faults(1, 0, 0), "there is no leaf 1"),
        Arguments.of(Flaw.OVERWRITES, race().foreign(1), "the head of 1 is another than it was"),
        Arguments.of(Flaw.GOES_ON_WHERE_ONE_IS_TAKEN, race().foreign(1), "does not follow from"),
        Arguments.of(Flaw.TAKES_UNDECIDED_FOR_GONE, two().faults(0, 0, 1), "says that its record"),
        Arguments.of(
            Flaw.RETENTION_DOES_NOT_WAIT, two().keeping(Keeping.RECEIPTS), "says that its record"),
        Arguments.of(
            Flaw.RETENTION_TAKES_WHAT_MAY_BE_LOST,
            two().passes(1, 2).keeping(Keeping.RECEIPTS).faults(1, 0, 0),
            "says that its record"),
        Arguments.of(
            Flaw.TAKES_RECEIPTS_FOR_NOTHING, two().keeping(Keeping.RECEIPTS), "the audit names t"),
        Arguments.of(
            Flaw.NAMES_ALL_THAT_IS_GONE, two().keeping(Keeping.NOTHING), "the audit names t"),
        Arguments.of(
            Flaw.ASKS_ONLY_OF_NOW, two().keeping(Keeping.NOTHING).settings(1), "the audit names t"),
        Arguments.of(
            Flaw.NAMES_NOTHING,
            two().keeping(Keeping.RECEIPTS).foreign(1),
            "the audit does not name t"));
  }

  @ParameterizedTest(name = "without its rule: {0}")
  @MethodSource("flaws")
  void flaw(Flaw flaw, Scene scene, String fault) {
    assertThat(EvidenceExplorer.explore(scene).fault()).as("with all rules").isEmpty();
    Found found = EvidenceExplorer.explore(scene.with(flaw));
    System.out.println(flaw + ":\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
    assertThat(found.fault().get()).contains(fault);
  }
}
