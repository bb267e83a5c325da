package io.twophase.domain.explorer.carried;

import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallExplorations;
import io.twophase.domain.explorer.breadth.SmallSpace;

/** The carried sums and the records that are there are all there ever was, whatever passes do … */
class CarriedExplorationTest extends SmallExplorations {

  /**
   * So many decided transactions of one account, of which the first are members of one record; all
   * have ended, or but those from one on; one may be held back until somebody lets it go; so many
   * are in a page, but for one record that has more; so many processes begin so many passes each;
   * so many writes may have no answer. Transactions are counted from 1.
   */
  private static final String ALL =
      "records=2 batchOf=0 ended=0 heldBack=0 page=1 passes=2 runs=1 unanswered=0";

  CarriedExplorationTest() {
    super(ALL, Flaw.class);
  }

  @Override
  protected SmallSpace<?> explorer(Scene scene) {
    return new CarriedExplorer(scene);
  }
}
