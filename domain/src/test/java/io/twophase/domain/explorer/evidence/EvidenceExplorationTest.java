package io.twophase.domain.explorer.evidence;

import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallExplorations;
import io.twophase.domain.explorer.breadth.SmallSpace;

/** The tree of evidence only grows, and the audit names what somebody removed … */
class EvidenceExplorationTest extends SmallExplorations {

  /**
   * So many records are decided and get numbers; so many processes begin so many passes each; the
   * retention removes, or leaves receipts; servers may fail, inserts be left half done or come
   * late, reads show a record as it was before its decision, somebody remove a record by hand, and
   * set what retention leaves so often.
   */
  private static final String ALL =
      "records=2 passes=1 runs=1 removes=0 receipts=0 failovers=0 cuts=0 stale=0 foreign=0"
          + " settings=0";

  EvidenceExplorationTest() {
    super(ALL, Flaw.class);
  }

  @Override
  protected SmallSpace<?> explorer(Scene scene) {
    return new EvidenceExplorer(scene);
  }
}
