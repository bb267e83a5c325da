package io.twophase.domain.explorer.event;

import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallExplorations;
import io.twophase.domain.explorer.breadth.SmallSpace;

/** Decided transactions are numbered and read in every interleaving … */
class EventsExplorationTest extends SmallExplorations {

  /**
   * So many transactions are decided, of which the second begins after the first is answered; so
   * many passes begin so often; there are so many instances of the one consumer; servers may fail,
   * inserts end in the middle or arrive late, processes die, and numbers be trimmed so often; and
   * the numbers may be on several servers, which fail by themselves.
   */
  private static final String ALL =
      "records=2 passes=2 runs=2 consumers=0 failovers=0 cuts=0 crashes=0 trims=0 sharded=0";

  EventsExplorationTest() {
    super(ALL, Flaw.class);
  }

  @Override
  protected SmallSpace<?> explorer(Scene scene) {
    return new EventExplorer(scene);
  }
}
