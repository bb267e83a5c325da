package io.twophase.domain.explorer.carried;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Scene;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The carried sums and the records that are there are all there ever was, whatever passes do … */
class CarriedExplorationTest {

  /**
   * So many decided transactions of one account, of which the first are members of one record; all
   * have ended, or but those from one on; one may be held back until somebody lets it go; so many
   * are in a page, but for one record that has more; so many processes begin so many passes each;
   * so many writes may have no answer. Transactions are counted from 1.
   */
  private static final String ALL =
      "records=2 batchOf=0 ended=0 heldBack=0 page=1 passes=2 runs=1 unanswered=0";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two passes over pages of one   | records=3
          two passes over one page       | records=3 page=3
          one is held back               | records=3 page=2 heldBack=2 passes=1 runs=3
          one is held back, two passes   | page=2 heldBack=1
          two end meanwhile              | ended=1
          writes without an answer       | passes=1 runs=3 unanswered=2
          the same, two passes           | page=2 unanswered=1
          several, one of them held back | records=3 batchOf=2 heldBack=1
          several that end meanwhile     | records=3 batchOf=2 ended=1 passes=1 runs=2
          """)
  void scene(String name, String words) {
    CarriedExplorer all = new CarriedExplorer(Scene.of(ALL, words));
    all.holds(name);
    assertThat(all.emptied()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two of three end meanwhile | records=3 ended=2 page=2
          several end meanwhile      | records=3 batchOf=2 ended=1 page=2
          """)
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void wideScene(String name, String words) {
    scene(name, words);
  }

  @ParameterizedTest(name = "without its rule: {0}")
  @EnumSource
  void flaw(Flaw flaw) {
    new CarriedExplorer(Scene.of(ALL, flaw.words).without(flaw)).fails(flaw, flaw.fault);
  }
}
