package io.twophase.domain.explorer.event;

import io.twophase.domain.explorer.breadth.Scene;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Decided transactions are numbered and read in every interleaving … */
class EventsExplorationTest {

  /**
   * So many transactions are decided, of which the second begins after the first is answered; so
   * many passes begin so often; there are so many instances of the one consumer; servers may fail,
   * inserts end in the middle or arrive late, processes die, and numbers be trimmed so often; and
   * the numbers may be on several servers, which fail by themselves.
   */
  private static final String ALL =
      "records=2 passes=2 runs=2 consumers=0 failovers=0 cuts=0 crashes=0 trims=0 sharded=0";

  private static EventExplorer explorer(String words) {
    return new EventExplorer(Scene.of(ALL, words));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two passes                   | ''
          a late insert                | runs=1 cuts=1
          a failover                   | runs=1 failovers=1
          a crash                      | passes=1 runs=3 cuts=1 crashes=1
          a failover and a late insert | passes=1 runs=3 failovers=1 cuts=1
          a consumer                   | passes=1 consumers=1 cuts=1 crashes=1
          two of one consumer          | passes=1 consumers=2
          trimmed                      | passes=1 trims=2
          trimmed, a failover          | passes=1 runs=3 trims=1 failovers=1
          trimmed, read                | passes=1 trims=1 consumers=1
          shards                       | passes=1 runs=3 sharded=1 failovers=1 cuts=1
          a consumer on shards         | passes=1 consumers=1 sharded=1 failovers=1
          """)
  void scene(String name, String words) {
    explorer(words).holds(name);
  }

  /** More of it, in minutes: {@code ./mvnw -pl domain -P explore verify}. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          three records                | records=3 runs=1
          three read                   | records=3 passes=1 consumers=1 failovers=1
          a crash                      | crashes=1
          a late insert                | cuts=1
          a failover                   | failovers=1
          a failover and a late insert | failovers=1 cuts=1
          two failovers                | passes=1 runs=3 failovers=2 cuts=1
          consumers                    | passes=1 consumers=2 failovers=1 cuts=1 crashes=1
          trimmed                      | runs=1 trims=2
          trimmed, a late insert       | runs=1 trims=1 cuts=1
          trimmed on shards            | passes=1 runs=3 trims=1 sharded=1 failovers=1
          shards                       | sharded=1 failovers=1 cuts=1
          """)
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void wideScene(String name, String words) {
    explorer(words).holds(name);
  }

  @ParameterizedTest(name = "without its rule: {0}")
  @EnumSource
  void flaw(Flaw flaw) {
    new EventExplorer(Scene.of(ALL, flaw.words).without(flaw)).fails(flaw, flaw.fault);
  }
}
