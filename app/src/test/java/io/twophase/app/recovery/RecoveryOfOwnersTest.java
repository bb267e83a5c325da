package io.twophase.app.recovery;

import static io.twophase.app.recovery.RecoveryWorld.AS_EVER;
import static io.twophase.app.recovery.RecoveryWorld.DEAD;
import static io.twophase.app.recovery.RecoveryWorld.HALF_AN_HOUR;
import static io.twophase.app.recovery.RecoveryWorld.LIVING;
import static io.twophase.app.recovery.RecoveryWorld.SECOND;
import static io.twophase.app.recovery.RecoveryWorld.waits;
import static io.twophase.app.testing.Books.word;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Recovery tells the dead from the slow, and keeps the order of a file. */
class RecoveryOfOwnersTest {

  /** How many tries without an answer fit into ten seconds of pauses from 5 to 500 ms. */
  private static final int TRIES_OF_PATIENCE = 27;

  private static final String FILE = "0123456789abcdef".repeat(4);
  private static final String OTHER_FILE = "f".repeat(64);

  @AutoClose private final RecoveryWorld there = new RecoveryWorld();

  private static NewTransaction row(String file, long row, String to, long amount) {
    return transfer("r" + row, "A", to, cents(amount)).importedBy(new ImportedRow(file, row, true));
  }

  @Test
  void whatADeadProcessLeftIsFinishedAtOnceAndWhatALivingOneHasIsLeftAlone() {
    there.begin(transfer("dead", "A", "B", cents(1)), DEAD);
    there.begin(transfer("living", "A", "B", cents(2)), LIVING);
    there.begin(transfer("nobody", "A", "B", cents(4)), Optional.empty());

    assertThat(there.recover()).containsExactly(new Recovered.Done("dead", State.PENDING));
    assertThat(there.balance("B")).isEqualTo(1);
  }

  @Test
  void whatWasKilledIsWatchedForFiveBeatsAndThenFinished() {
    there.beat(DEAD.orElseThrow(), SECOND);
    there.begin(transfer("dead", "A", "B", cents(1)), DEAD);

    assertThat(there.recover()).containsExactly(new Recovered.Done("dead", State.PENDING));
    assertThat(there.now).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
  }

  @Test
  void whatIsOldIsNotKeptWaitingForWhatIsYoung() {
    there.begin(transfer("old", "A", "B", cents(1)), LIVING);
    there.clock.advance(HALF_AN_HOUR);
    there.beat(DEAD.orElseThrow(), SECOND);
    there.begin(transfer("dead", "A", "B", cents(1)), DEAD);
    Map<String, Duration> finishedAt = new HashMap<>();

    there.host.recovery().pass(AS_EVER, one -> finishedAt.put(one.id(), there.now));

    assertThat(finishedAt).containsOnlyKeys("old", "dead");
    assertThat(finishedAt.get("old")).isZero();
    assertThat(finishedAt.get("dead")).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
  }

  @Test
  void whatADeadCancellerLeftIsReleasedAtOnceThoughTheOwnerOfItsEpochLives() {
    there.begin(transfer("t", "A", "B", cents(1)), LIVING);
    Owner canceler = new Owner(application("other"), DEAD, token("canceler"));
    there.move(
        Transition.cancel(
            there.record("t").record().orElseThrow(), ON_REQUEST, canceler, List.of()));

    assertThat(there.recover())
        .containsExactly(new Recovered.Canceled("t", State.CANCELING, ON_REQUEST));
  }

  @Test
  void aCancellerBecomesTheOwner() {
    there.begin(transfer("t", "A", "B", cents(1)), LIVING);

    there.host.compensation().cancel(transactionId("t"), "why");

    assertThat(there.record("t").record().flatMap(record -> record.owner()).flatMap(Owner::process))
        .isNotEmpty()
        .isNotEqualTo(LIVING);
  }

  @Test
  void aRowWaitsForAnEarlierOneOfAnotherApplication() {
    there.begin(row(FILE, 1, "B", 60), DEAD);
    there.begin(row(FILE, 2, "C", 50), DEAD);
    Owner another = new Owner(application("another"), DEAD, token("another"));
    there.move(Transition.acquire(new RecordId("r2"), epoch(1), another));
    there.clock.advance(HALF_AN_HOUR);

    List<Recovered> recovered =
        there.recover(
            new RecoveryRequest(
                HALF_AN_HOUR, Optional.of(application("another")), RecoveryRequest.Policy.RESUME));

    assertThat(recovered).singleElement().satisfies(left -> waits(left, "r2", "earlier row"));
    assertThat(there.balance("A")).isEqualTo(100);
    assertThat(there.recover()).extracting(Recovered::id).containsExactly("r1", "r2");
    assertThat(there.balance("B")).isEqualTo(60);
    assertThat(there.balance("C")).isZero();
  }

  @Test
  void whatADeadProcessHasDecidedIsBroughtToItsEndAtOnce() {
    there.begin(transfer("applied", "A", "B", cents(1)), LIVING);
    there.begin(transfer("dead", "A", "B", cents(1)), DEAD);
    there.begin(row(FILE, 1, "B", 1), DEAD);
    for (String id : List.of("applied", "dead", "r1")) {
      there.move(
          Transition.decide(
              new RecordId(id),
              List.of(transactionId(id)),
              epoch(1),
              Map.of(),
              Verdict.ALL_APPLIED));
    }

    assertThat(there.recover())
        .containsExactlyInAnyOrder(
            new Recovered.Done("dead", State.APPLIED), new Recovered.Done("r1", State.APPLIED));
  }

  @Test
  void whatThisProcessGaveUpItFinishesAtOnce() {
    for (int lost = 0; lost < 40; lost++) {
      there.store.faults().when(WriteKind.ADVANCE).next(Fault.LOSE_REQUEST);
    }
    TransferRequest request =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(1));
    assertThat(word(there.host.transfers().transfer(request))).isEqualTo("unknown");
    there.store.faults().clear();

    assertThat(there.recover()).containsExactly(new Recovered.Done("t", State.PENDING));
  }

  @Test
  void rowsInAnyOrderAreNot() {
    there.begin(
        transfer("r1", "A", "B", cents(60)).importedBy(new ImportedRow(FILE, 1, false)), DEAD);

    assertThat(there.recover()).containsExactly(new Recovered.Done("r1", State.PENDING));
  }

  @Test
  void whenTheyAreOldTheyAreTakenOverInTheOrderOfTheRowsWhicheverChangedLast() {
    there.begin(row(FILE, 10, "C", 50), DEAD);
    there.clock.advance(SECOND);
    there.begin(row(FILE, 9, "B", 60), DEAD);
    there.clock.advance(HALF_AN_HOUR);

    List<Recovered> recovered = there.recover();

    assertThat(recovered).extracting(Recovered::id).containsExactly("r9", "r10");
    assertThat(recovered.get(0)).isInstanceOf(Recovered.Done.class);
    assertThat(recovered.get(1)).isInstanceOf(Recovered.Canceled.class);
    assertThat(there.balance("B")).isEqualTo(60);
  }

  @Test
  void aLaterRowWaitsForAnEarlierOneThatIsStillYoung() {
    there.begin(row(FILE, 2, "C", 50), DEAD);
    there.clock.advance(HALF_AN_HOUR);
    there.begin(row(FILE, 1, "B", 60), DEAD);

    assertThat(there.recover()).singleElement().satisfies(left -> waits(left, "r2", "earlier row"));
    assertThat(there.balance("A")).isEqualTo(100);

    there.clock.advance(HALF_AN_HOUR);
    assertThat(there.recover()).first().isEqualTo(new Recovered.Done("r1", State.PENDING));
    assertThat(there.balance("B")).isEqualTo(60);
    assertThat(there.balance("C")).isZero();
  }

  @Test
  void behindARowThatCannotBeFinishedNothingMoreOfItsFileIsTouched() {
    there.begin(row(FILE, 1, "B", 60), DEAD);
    there.begin(row(FILE, 2, "C", 50), DEAD);
    there.begin(row(OTHER_FILE, 3, "C", 5), DEAD);
    there.clock.advance(HALF_AN_HOUR);
    for (int lost = 0; lost < TRIES_OF_PATIENCE; lost++) {
      there.store.faults().when(WriteKind.ADVANCE).next(Fault.LOSE_REQUEST);
    }

    List<Recovered> recovered = there.recover();

    assertThat(recovered).extracting(Recovered::id).containsExactly("r1", "r2", "r3");
    assertThat(recovered.get(0)).isInstanceOf(Recovered.Unfinished.class);
    waits(recovered.get(1), "r2", "earlier row");
    assertThat(recovered.get(2)).isInstanceOf(Recovered.Done.class);
  }

  @Test
  void ownersThatWereSilentForADayAreRemovedAndOthersAreNot() {
    there.beat(DEAD.orElseThrow(), SECOND);
    there.clock.advance(Duration.ofDays(1));
    there.beat(LIVING.orElseThrow(), SECOND);

    there.recover();

    assertThat(there.store.owners().find(List.of(DEAD.orElseThrow(), LIVING.orElseThrow())))
        .hasExactlyElementsOfTypes(OwnerLookup.Absent.class, OwnerLookup.Found.class);
  }
}
