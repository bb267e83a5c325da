package io.twophase.domain.explorer.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Decided transactions are numbered and read in every interleaving")
class EventsExplorationTest {

  static Stream<Arguments> scenes() {
    return Stream.of(
        Arguments.of("two passes", Scene.of(2)),
        Arguments.of("a late insert", Scene.of(2).passes(2, 1).faults(0, 1, 0)),
        Arguments.of("a failover", Scene.of(2).passes(2, 1).faults(1, 0, 0)),
        Arguments.of("a crash", Scene.of(2).passes(1, 3).faults(0, 1, 1)),
        Arguments.of("a failover and a late insert", Scene.of(2).passes(1, 3).faults(1, 1, 0)),
        Arguments.of("a consumer", Scene.of(2).passes(1, 2).consumers(1).faults(0, 1, 1)),
        Arguments.of("two of one consumer", Scene.of(2).passes(1, 2).consumers(2)),
        Arguments.of("trimmed", Scene.of(2).passes(1, 2).trims(2)),
        Arguments.of("trimmed, a failover", Scene.of(2).passes(1, 3).trims(1).faults(1, 0, 0)),
        Arguments.of("trimmed, read", Scene.of(2).passes(1, 2).consumers(1).trims(1)),
        Arguments.of("shards", Scene.of(2).passes(1, 3).onShards().faults(1, 1, 0)),
        Arguments.of(
            "a consumer on shards",
            Scene.of(2).passes(1, 2).consumers(1).onShards().faults(1, 0, 0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name, Scene scene) {
    Found found = Explorer.explore(scene);
    System.out.printf("| %s | %,d |%n", name, found.states());
    assertThat(found.fault()).as(found.report()).isEmpty();
  }
}
