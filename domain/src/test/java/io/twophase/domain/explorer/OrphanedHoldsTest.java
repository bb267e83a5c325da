package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.search.ExplorationTable;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.transaction.State;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rule 7. A worker holds nothing before its begin is acknowledged, and no step removes a record: by
 * the machine alone a hold is never without a record. The rule is for what lies beneath the
 * machine: a node that forgets what it acknowledged, and one that answers a read with what is old.
 */
@DisplayName(
    "A hold whose record is not seen can be released after a canceled one is inserted, where")
class OrphanedHoldsTest {

  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final ExplorationTable TALLY = new ExplorationTable();

  /** The insert is sent twice, for the first got no answer; the node that took one loses it. */
  static final Scenario LOST_RECORD =
      Scenario.of(OWNER).timeOuts(1).with(Fault.LOST_RECORD, 1).swept();

  /** The record is there, and was before the hold; but the sweeper reads what is older. */
  static final Scenario STALE_READ = Scenario.of(OWNER).with(Fault.STALE_READ, 1).swept();

  /** A hold under the transaction's id and its first epoch, of twice the amount. */
  static final Scenario FOREIGN =
      Scenario.of(OWNER, Role.recoverer()).orphan(1, debit("A", usd("2.00")));

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
        Scenario.of(OWNER, Role.recoverer()).timeOuts(1).with(Fault.LOST_RECORD, 1).swept());
  }

  @Test
  @DisplayName("the read is stale")
  void staleRead() {
    assertKept("a stale read, 1 time-out", STALE_READ.timeOuts(1));
  }

  static Stream<AccountOperation> others() {
    return Stream.of(debit("A", usd("2.00")), debit("A", usd("0.50")), credit("A", usd("1.00")));
  }

  @ParameterizedTest(name = "a {0}")
  @MethodSource("others")
  @DisplayName("it is of an earlier transaction of the same id, and for another operation:")
  void foreignHold(AccountOperation held) {
    Scenario scenario = Scenario.of(OWNER, Role.recoverer()).timeOuts(1);
    for (long epoch = 1; epoch <= 2; epoch++) {
      String name = "an orphan of " + held + " at epoch " + epoch + ", a recoverer, 1 time-out";
      assertThat(assertKept(name, scenario.orphan(epoch, held)).endings())
          .containsOnly(List.of(State.CANCELED));
    }
    String name = "an orphan of " + held + " at epoch 1, a recoverer, 1 time-out, a sweeper";
    assertThat(assertKept(name, scenario.orphan(1, held).swept()).endings())
        .containsOnly(List.of(State.CANCELED));
  }

  @Test
  @DisplayName("there are two, of both accounts, with a recoverer and a canceller besides")
  void foreignHolds() {
    assertKept(
        "orphans on both accounts, a recoverer, a canceller",
        Scenario.of(OWNER, Role.recoverer(), Role.canceller())
            .orphan(1, debit("A", usd("2.00")))
            .orphan(1, credit("B", usd("2.00")))
            .swept());
  }

  @ParameterizedTest(name = "at epoch {0}")
  @ValueSource(longs = {1, 2, 3})
  @DisplayName("it is of an earlier transaction of the same id, and exactly what is asked for:")
  void equalHold(long epoch) {
    Exploration all =
        assertKept(
            "an orphan that is exactly the hold asked for, at epoch " + epoch,
            Scenario.of(OWNER, Role.recoverer())
                .timeOuts(1)
                .orphan(epoch, Scenario.TRANSFER.accountOperations().get(0)));
    assertThat(all.endings()).containsOnly(List.of(State.DONE));
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isPositive();
  }

  private static Exploration assertKept(String name, Scenario scenario) {
    Exploration all = TALLY.explore(name, scenario);
    assertThat(all.violation()).as(all.report()).isEmpty();
    return all;
  }
}
