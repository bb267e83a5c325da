package io.twophase.domain.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Rule 7. A worker holds nothing before its begin is acknowledged, and no step removes a record: by
 * the machine alone a hold is never without a record. The rule is for what lies beneath the
 * machine: a node that forgets what it acknowledged, and one that answers a read with what is old.
 */
@DisplayName(
    "A hold whose record is not seen can be released after a canceled one is inserted, where")
class OrphanedHoldsTest {

  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Tally TALLY = new Tally();

  /** The insert is sent twice, for the first got no answer; the node that took one loses it. */
  static final Scenario LOST_RECORD =
      Scenario.of(OWNER).timeOuts(1).with(Trouble.LOST_RECORD, 1).swept();

  /** The record is there, and was before the hold; but the sweeper reads what is older. */
  static final Scenario STALE_READ = Scenario.of(OWNER).with(Trouble.STALE_READ, 1).swept();

  @Test
  @DisplayName("the record was lost by the node that acknowledged it, and a late insert comes")
  void lostRecord() {
    assertKept("a lost record, a late insert", LOST_RECORD);
  }

  @Test
  @DisplayName("the record was lost, with a recoverer besides")
  void lostRecordAndRecoverer() {
    assertKept(
        "a lost record, a late insert, a recoverer",
        Scenario.of(OWNER, Role.recoverer()).timeOuts(1).with(Trouble.LOST_RECORD, 1).swept());
  }

  @Test
  @DisplayName("the read is stale")
  void staleRead() {
    assertKept("a stale read, 1 time-out", STALE_READ.timeOuts(1));
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isPositive();
  }

  private static void assertKept(String name, Scenario scenario) {
    Exploration all = TALLY.explore(name, scenario);
    assertThat(all.violation()).as(all.report()).isEmpty();
  }
}
