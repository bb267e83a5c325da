package io.twophase.domain.explorer.evidence;

import io.twophase.domain.explorer.breadth.Scene;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The tree of evidence only grows, and the audit names what somebody removed … */
class EvidenceExplorationTest {

  /**
   * So many records are decided and get numbers; so many processes begin so many passes each; the
   * retention removes, or leaves receipts; servers may fail, inserts be left half done or come
   * late, reads show a record as it was before its decision, somebody remove a record by hand, and
   * set what retention leaves so often.
   */
  private static final String ALL =
      "records=2 passes=1 runs=1 removes=0 receipts=0 failovers=0 cuts=0 stale=0 foreign=0"
          + " settings=0";

  private static EvidenceExplorer explorer(String words) {
    return new EvidenceExplorer(Scene.of(ALL, words));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two passes                 | passes=2
          late and half-done inserts | passes=2 cuts=1
          a failover                 | passes=2 failovers=1
          an old read                | runs=2 stale=1
          somebody removes one       | runs=2 foreign=1 failovers=1
          retention                  | runs=2 removes=1 failovers=1
          retention with receipts    | runs=2 receipts=1 foreign=1 failovers=1
          receipts are set later     | removes=1 foreign=1 settings=1
          receipts are set at last   | foreign=1 settings=1
          receipts are taken back    | receipts=1 foreign=1 settings=2
          """)
  void scene(String name, String words) {
    explorer(words).holds(name);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          three records | records=3 passes=2
          two failovers | passes=2 failovers=2 cuts=1
          all of it     | passes=2 receipts=1 foreign=1 settings=1 failovers=1 cuts=1 stale=1
          """)
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void wideScene(String name, String words) {
    explorer(words).holds(name);
  }

  @ParameterizedTest(name = "without its rule: {0}")
  @EnumSource
  void flaw(Flaw flaw) {
    new EvidenceExplorer(Scene.of(ALL, flaw.words).without(flaw)).fails(flaw, flaw.fault);
  }
}
