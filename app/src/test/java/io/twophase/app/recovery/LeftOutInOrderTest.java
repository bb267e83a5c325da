package io.twophase.app.recovery;

import static io.twophase.app.recovery.RecoveryWorld.DEAD;
import static io.twophase.app.recovery.RecoveryWorld.HALF_AN_HOUR;
import static io.twophase.app.recovery.RecoveryWorld.HOUR;
import static io.twophase.app.recovery.RecoveryWorld.LIVING;
import static io.twophase.app.recovery.RecoveryWorld.batch;
import static io.twophase.app.recovery.RecoveryWorld.waits;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Transfers that a batch in order left out are recovered in its order. */
class LeftOutInOrderTest {

  private static final String FILE = "0123456789abcdef".repeat(4);

  @AutoClose private final RecoveryWorld there = new RecoveryWorld();

  /** A has 100, and can pay the first of two. */
  private static NewTransaction pays(String id, String to) {
    return transfer(id, "A", to, cents(60));
  }

  private static NewTransaction row(long row, String to) {
    return pays("r" + row, to).importedBy(new ImportedRow(FILE, row, true));
  }

  private List<String> recovered() {
    return there.recover().stream().map(Recovered::id).toList();
  }

  @Test
  void theyAreRunOneByOneInTheirOrder() {
    there.ended(
        batch("batch:1", true, pays("z", "nowhere"), pays("y", "B"), pays("x", "C")),
        DEAD,
        "y",
        "x");

    assertThat(recovered()).containsExactly("y", "x");

    assertThat(there.state("y")).isEqualTo(State.DONE);
    assertThat(there.state("x")).isEqualTo(State.CANCELED);
    assertThat(there.leavingOut()).isEmpty();
  }

  /** The next batch has taken the first of them, and left it out again. */
  @Test
  void whatALaterBatchOfTheCallTookComesFirst() {
    NewRecord first = batch("batch:1", true, pays("y", "B"), pays("x", "C"));
    there.ended(first, DEAD, "y", "x");
    there.pass(Duration.ofSeconds(1));
    NewRecord second = batch("batch:2", true, pays("y", "B"));
    there.ended(second, DEAD, "y");
    there.take(MemberTake.into(second.id(), there.document(first, 0)));

    assertThat(recovered()).containsExactly("y", "x");
    assertThat(there.balance("B")).isEqualTo(60);
    assertThat(there.leavingOut()).isEmpty();
  }

  @Test
  void behindOneThatAnotherWorksOnAllWait() {
    NewRecord batch = batch("batch:1", true, pays("y", "B"), pays("x", "C"));
    there.ended(batch, DEAD, "y", "x");
    there.take(MemberTake.alone(there.document(batch, 0), RecoveryWorld.owner(LIVING)));

    assertThat(there.recover()).singleElement().satisfies(left -> waits(left, "x", "comes first"));

    assertThat(there.balance("A")).isEqualTo(100);
    there.pass(HALF_AN_HOUR);
    assertThat(recovered()).containsExactly("y", "x");
    assertThat(there.balance("B")).isEqualTo(60);
  }

  /** It may have been begun, by a message that comes late. */
  @Test
  void behindOneThatIsNotThereAllWaitUntilItCanComeNoMore() {
    NewRecord batch = batch("batch:1", true, pays("y", "B"), pays("x", "C"));
    there.ended(batch, DEAD, "y", "x");
    there.removeFirst(batch);

    assertThat(there.recover(RecoveryWorld.ALL))
        .singleElement()
        .isInstanceOf(Recovered.Unfinished.class);
    assertThat(there.state("x")).isEqualTo(State.PENDING);

    there.pass(HOUR);
    assertThat(there.recover()).containsExactly(new Recovered.Done("x", State.PENDING));
    assertThat(there.leavingOut()).isEmpty();
  }

  @Test
  void rowsInFileOrderAreLeftToTheirImportWhileTheyAreYoung() {
    there.ended(batch("batch:1", true, row(1, "B"), row(2, "C")), DEAD, "r1", "r2");

    assertThat(there.recover()).isEmpty();
    there.pass(HALF_AN_HOUR.minusSeconds(10));
    assertThat(there.recover()).isEmpty();
    assertThat(there.balance("A")).isEqualTo(100);

    there.pass(Duration.ofSeconds(10));
    assertThat(recovered()).containsExactly("r1", "r2");
    assertThat(there.balance("B")).isEqualTo(60);
    assertThat(there.state("r2")).isEqualTo(State.CANCELED);
    assertThat(there.leavingOut()).isEmpty();
  }

  /** Row 2 was begun as a lone transaction, and row 1 is left out: the row counts. */
  @Test
  void rowsComeInTheOrderOfTheFileWhetherTheyAreLoneOrLeftOut() {
    there.begin(row(2, "C"), DEAD);
    there.pass(Duration.ofSeconds(1));
    there.ended(batch("batch:1", true, row(1, "B")), DEAD, "r1");
    there.pass(HALF_AN_HOUR);

    assertThat(recovered()).containsExactly("r1", "r2");
    assertThat(there.balance("B")).isEqualTo(60);
    assertThat(there.state("r2")).isEqualTo(State.CANCELED);
  }

  @Test
  void aLoneRowWaitsForAnEarlierOneThatIsLeftOutAndYoung() {
    there.begin(row(2, "C"), DEAD);
    there.pass(HALF_AN_HOUR);
    there.ended(batch("batch:1", true, row(1, "B")), DEAD, "r1");

    assertThat(there.recover()).singleElement().satisfies(left -> waits(left, "r2", "earlier row"));
    assertThat(there.balance("A")).isEqualTo(100);
  }

  @Test
  void aLoneRowWaitsForAnEarlierOneThatABatchUnderWayDecides() {
    there.begin(row(2, "C"), DEAD);
    there.pass(HALF_AN_HOUR);
    there.begin(batch("batch:1", true, row(1, "B")), LIVING);

    assertThat(there.recover()).singleElement().satisfies(left -> waits(left, "r2", "earlier row"));
  }

  @Test
  void aRowBehindOneThatIsNotThereWaitsUntilThatCanComeNoMore() {
    NewRecord batch = batch("batch:1", true, row(1, "B"), row(2, "C"));
    there.ended(batch, DEAD, "r1", "r2");
    there.removeFirst(batch);
    there.pass(HALF_AN_HOUR);

    assertThat(there.recover()).isEmpty();
    assertThat(there.state("r2")).isEqualTo(State.PENDING);
    there.pass(HALF_AN_HOUR);
    assertThat(there.recover()).containsExactly(new Recovered.Done("r2", State.PENDING));
  }

  @Test
  void oneRowThatIsAskedForIsFinished() {
    there.begin(row(1, "B"), DEAD);

    assertThat(there.host.recovery().recover(transactionId("r1")))
        .contains(new Recovered.Done("r1", State.PENDING));
    assertThat(there.balance("B")).isEqualTo(60);
  }

  @Test
  void oneThatIsAskedForAndLeftOutIsRunAlone() {
    there.ended(batch("batch:1", false, pays("y", "B")), DEAD, "y");

    assertThat(there.host.recovery().recover(transactionId("y")))
        .contains(new Recovered.Done("y", State.PENDING));
    assertThat(there.balance("B")).isEqualTo(60);
  }

  @Test
  void oneRowThatIsAskedForAndLeftOutIsRunAfterTheRowsBeforeIt() {
    there.ended(batch("batch:1", true, row(1, "B"), row(2, "C")), DEAD, "r1", "r2");

    assertThat(there.host.recovery().recover(transactionId("r1")))
        .contains(new Recovered.Done("r1", State.PENDING));
    assertThat(there.balance("B")).isEqualTo(60);
  }
}
