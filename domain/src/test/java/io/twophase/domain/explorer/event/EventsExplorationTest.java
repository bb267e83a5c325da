package io.twophase.domain.explorer.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Decided transactions are numbered and read in every interleaving")
class EventsExplorationTest {

  private static Scene two() {
    return Scene.of(2);
  }

  private static Scene read() {
    return two().passes(1, 2).consumers(1);
  }

  private static Scene trimmed() {
    return two().passes(1, 2).trims(1);
  }

  static Stream<Arguments> scenes() {
    return Stream.of(
        Arguments.of("two passes", two()),
        Arguments.of("a late insert", two().passes(2, 1).faults(0, 1, 0)),
        Arguments.of("a failover", two().passes(2, 1).faults(1, 0, 0)),
        Arguments.of("a crash", two().passes(1, 3).faults(0, 1, 1)),
        Arguments.of("a failover and a late insert", two().passes(1, 3).faults(1, 1, 0)),
        Arguments.of("a consumer", read().faults(0, 1, 1)),
        Arguments.of("two of one consumer", read().consumers(2)),
        Arguments.of("trimmed", trimmed().trims(2)),
        Arguments.of("trimmed, a failover", trimmed().passes(1, 3).faults(1, 0, 0)),
        Arguments.of("trimmed, read", trimmed().consumers(1)),
        Arguments.of("shards", two().passes(1, 3).onShards().faults(1, 1, 0)),
        Arguments.of("a consumer on shards", read().onShards().faults(1, 0, 0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name, Scene scene) {
    Found found = EventExplorer.explore(scene);
    System.out.printf("| %s | %,d |%n", name, found.states());
    assertThat(found.fault()).as(found.report()).isEmpty();
  }

  /** More of it, in minutes: {@code ./mvnw -pl domain -P explore verify}. */
  static Stream<Arguments> wideScenes() {
    return Stream.of(
        Arguments.of("three records", Scene.of(3).passes(2, 1)),
        Arguments.of("three read", Scene.of(3).passes(1, 2).consumers(1).faults(1, 0, 0)),
        Arguments.of("a crash", two().faults(0, 0, 1)),
        Arguments.of("a late insert", two().faults(0, 1, 0)),
        Arguments.of("a failover", two().faults(1, 0, 0)),
        Arguments.of("a failover and a late insert", two().faults(1, 1, 0)),
        Arguments.of("two failovers", two().passes(1, 3).faults(2, 1, 0)),
        Arguments.of("consumers", read().consumers(2).faults(1, 1, 1)),
        Arguments.of("trimmed", trimmed().passes(2, 1).trims(2)),
        Arguments.of("trimmed, a late insert", trimmed().passes(2, 1).faults(0, 1, 0)),
        Arguments.of("trimmed on shards", trimmed().passes(1, 3).onShards().faults(1, 0, 0)),
        Arguments.of("shards", two().onShards().faults(1, 1, 0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wideScenes")
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void wideScene(String name, Scene scene) {
    scene(name, scene);
  }

  static Stream<Arguments> flaws() {
    return Stream.of(
        Arguments.of(Flaw.MARKS_EARLY, two().onShards().faults(1, 0, 0), "never meets"),
        Arguments.of(Flaw.OVERWRITES, two(), "comes before it"),
        Arguments.of(Flaw.GOES_ON_WHERE_ONE_IS_TAKEN, Scene.of(3).passes(1, 1), "has two numbers"),
        Arguments.of(Flaw.LISTS_FIRST, two(), "has two numbers"),
        Arguments.of(Flaw.LISTS_WHAT_IS_NEW, two(), "comes before it"),
        Arguments.of(Flaw.LISTS_IN_ANY_ORDER, two(), "comes before it"),
        Arguments.of(Flaw.CONFIRMS_FIRST, two().passes(1, 3).faults(1, 0, 1), "has two numbers"),
        Arguments.of(Flaw.TRIMS_WHAT_IS_THERE, trimmed().consumers(1), "a newcomer never meets"),
        Arguments.of(Flaw.TRIMS_WHAT_IS_NOT_CONFIRMED, trimmed(), "never meets"),
        Arguments.of(Flaw.REMOVES_BEFORE_IT_NOTES, trimmed(), "never meets"),
        Arguments.of(Flaw.BEGINS_AT_THE_FIRST, trimmed(), "never meets"),
        Arguments.of(
            Flaw.READS_PAST_A_GAP, read().onShards().passes(2, 2).faults(1, 0, 0), "never meets"),
        Arguments.of(
            Flaw.READS_WHAT_MAY_BE_LOST,
            Scene.of(3).passes(1, 2).consumers(1).faults(1, 0, 0),
            "never meets"),
        Arguments.of(Flaw.NOTES_FIRST, read().faults(0, 0, 1), "never meets"),
        Arguments.of(Flaw.NOTES_BLINDLY, read().consumers(2), "goes back"));
  }

  @ParameterizedTest(name = "without its rule: {0}")
  @MethodSource("flaws")
  void flaw(Flaw flaw, Scene scene, String fault) {
    Found found = EventExplorer.explore(scene.with(flaw));
    System.out.println(flaw + ":\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
    assertThat(found.fault().get()).contains(fault);
  }
}
