package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.testing.FaultyStores;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.outcome.OwnerLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Recovery tells the dead from the slow, and keeps the order of a file. */
class RecoveryOfOwnersTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  private static final RecoveryRequest AS_EVER = RecoveryRequest.olderThan(HALF_AN_HOUR);

  /** How many tries without an answer fit into ten seconds of pauses from 5 to 500 ms. */
  private static final int TRIES_OF_PATIENCE = 27;

  private static final Option<OwnerId> DEAD = Option.some(new OwnerId("dead"));
  private static final Option<OwnerId> LIVING = Option.some(new OwnerId("living"));
  private static final String FILE = "0123456789abcdef".repeat(4);
  private static final String OTHER_FILE = "f".repeat(64);

  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final FaultyStore store = FaultyStores.inMemory(clock);
  private Duration now = Duration.ZERO;
  private final TwoPhase host =
      TwoPhase.over(store.accounts(), store.transactions())
          .owners(store.owners())
          .settings(TwoPhaseSettings.of(application("test")))
          .ticker(() -> now)
          .pause(this::pass)
          .build();

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(
            List.of(
                account("A").opening(cents(100)),
                account("B").opening(cents(0)),
                account("C").opening(cents(0))));
    store.owners().beat(LIVING.get(), application("other"), SECOND);
  }

  @AfterEach
  void closeTheHost() {
    host.close();
  }

  private void pass(Duration time) {
    now = now.plus(time);
    clock.advance(time);
    store.owners().beat(LIVING.get(), application("other"), SECOND);
  }

  private void begin(NewTransaction body, Option<OwnerId> owner) {
    store
        .transactions()
        .begin(
            List.of(
                new NewRecord.Begun(
                    body, application("other"), owner, token("of " + body.id().value()))));
  }

  private static NewTransaction row(String file, long row, String to, long amount) {
    return transfer("r" + row, "A", to, cents(amount)).importedBy(new ImportedRow(file, row, true));
  }

  private List<Recovered> recover(RecoveryRequest request) {
    List<Recovered> all = new ArrayList<>();
    host.recovery().pass(request, all::add);
    return all;
  }

  private long balance(String id) {
    Map<AccountId, BigInteger> balances = Hosts.balances(store.accounts());
    return balances.get(accountId(id)).longValueExact();
  }

  @Test
  void whatADeadProcessLeftIsFinishedAtOnceAndWhatALivingOneHasIsLeftAlone() {
    begin(transfer("dead", "A", "B", cents(1)), DEAD);
    begin(transfer("living", "A", "B", cents(2)), LIVING);
    begin(transfer("nobody", "A", "B", cents(4)), Option.none());

    assertThat(recover(AS_EVER)).containsExactly(new Recovered.Done("dead", State.PENDING));
    assertThat(balance("B")).isEqualTo(1);
  }

  @Test
  void whatWasKilledIsWatchedForFiveBeatsAndThenFinished() {
    store.owners().beat(DEAD.get(), application("other"), SECOND);
    begin(transfer("dead", "A", "B", cents(1)), DEAD);

    assertThat(recover(AS_EVER)).containsExactly(new Recovered.Done("dead", State.PENDING));
    assertThat(now).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
  }

  @Test
  void whatIsOldIsNotKeptWaitingForWhatIsYoung() {
    begin(transfer("old", "A", "B", cents(1)), LIVING);
    clock.advance(HALF_AN_HOUR);
    store.owners().beat(DEAD.get(), application("other"), SECOND);
    begin(transfer("dead", "A", "B", cents(1)), DEAD);
    Map<String, Duration> finishedAt = new HashMap<>();

    host.recovery().pass(AS_EVER, one -> finishedAt.put(one.id(), now));

    assertThat(finishedAt).containsOnlyKeys("old", "dead");
    assertThat(finishedAt.get("old")).isZero();
    assertThat(finishedAt.get("dead")).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
  }

  @Test
  void oneWhoseOwnerBeatsSlowlyIsLeftToALaterPass() {
    store.owners().beat(DEAD.get(), application("other"), Duration.ofMinutes(1));
    begin(transfer("dead", "A", "B", cents(1)), DEAD);

    assertThat(recover(AS_EVER)).isEmpty();
    assertThat(now).isBetween(Duration.ofSeconds(6), Duration.ofSeconds(7));
    pass(Duration.ofMinutes(5));
    assertThat(recover(AS_EVER)).containsExactly(new Recovered.Done("dead", State.PENDING));
  }

  @Test
  void whatADeadCancellerLeftIsReleasedAtOnceThoughTheOwnerOfItsEpochLives() {
    begin(transfer("t", "A", "B", cents(1)), LIVING);
    store
        .transactions()
        .advance(
            List.of(
                new Transition.BeginCancel(
                    transactionId("t"), epoch(1), ON_REQUEST, DEAD, token("canceller"))));

    assertThat(recover(AS_EVER))
        .containsExactly(new Recovered.Canceled("t", State.CANCELING, ON_REQUEST));
  }

  @Test
  void aCancellerBecomesTheOwner() {
    begin(transfer("t", "A", "B", cents(1)), LIVING);

    host.compensation().cancel(transactionId("t"), "why");

    TransactionLookup seen = store.transactions().find(List.of(transactionId("t"))).get(0);
    Option<OwnerId> owner = ((TransactionLookup.Found) seen).record().owner();
    assertThat(owner).isNotEmpty().isNotEqualTo(LIVING);
  }

  @Test
  void aRowWaitsForAnEarlierOneOfAnotherApplication() {
    begin(row(FILE, 1, "B", 60), DEAD);
    begin(row(FILE, 2, "C", 50), DEAD);
    Transition takeOver =
        new Transition.TakeOver(
            transactionId("r2"), epoch(1), application("another"), DEAD, token("another"));
    store.transactions().advance(List.of(takeOver));
    clock.advance(HALF_AN_HOUR);

    List<Recovered> recovered =
        recover(
            new RecoveryRequest(
                HALF_AN_HOUR, Option.some(application("another")), RecoveryRequest.Policy.RESUME));

    assertThat(recovered)
        .singleElement()
        .isInstanceOfSatisfying(
            Recovered.Unfinished.class, left -> assertThat(left.why()).contains("earlier row"));
    assertThat(balance("A")).isEqualTo(100);
    assertThat(recover(AS_EVER)).extracting(Recovered::id).containsExactly("r1", "r2");
    assertThat(balance("B")).isEqualTo(60);
    assertThat(balance("C")).isZero();
  }

  @Test
  void aRowWaitsForAnEarlierOneThatIsYoungWhereNoOwnersAreKeptToo() {
    begin(row(FILE, 2, "C", 50), DEAD);
    clock.advance(HALF_AN_HOUR);
    begin(row(FILE, 1, "B", 60), DEAD);
    List<Recovered> recovered = new ArrayList<>();

    Hosts.amongOthers(store.accounts(), store.transactions(), 10)
        .recovery()
        .pass(AS_EVER, recovered::add);

    assertThat(recovered).singleElement().isInstanceOf(Recovered.Unfinished.class);
    assertThat(balance("A")).isEqualTo(100);
  }

  @Test
  void whatADeadProcessHasDecidedIsBroughtToItsEndAtOnce() {
    begin(transfer("applied", "A", "B", cents(1)), LIVING);
    begin(transfer("dead", "A", "B", cents(1)), DEAD);
    begin(row(FILE, 1, "B", 1), DEAD);
    for (String id : List.of("applied", "dead", "r1")) {
      store.transactions().advance(List.of(new Transition.Decide(transactionId(id), epoch(1))));
    }

    assertThat(recover(AS_EVER))
        .containsExactlyInAnyOrder(
            new Recovered.Done("dead", State.APPLIED), new Recovered.Done("r1", State.APPLIED));
  }

  @Test
  void whatNobodyOwnsThatIsSeenIsFinishedWhenItIsOldEnough() {
    begin(transfer("living", "A", "B", cents(2)), LIVING);
    begin(transfer("nobody", "A", "B", cents(4)), Option.none());
    clock.advance(HALF_AN_HOUR);

    assertThat(recover(AS_EVER))
        .containsExactlyInAnyOrder(
            new Recovered.Done("living", State.PENDING),
            new Recovered.Done("nobody", State.PENDING));
  }

  @Test
  void whatThisProcessGaveUpItFinishesAtOnce() {
    for (int lost = 0; lost < 40; lost++) {
      store.faults().when(WriteKind.ADVANCE).next(Fault.LOSE_REQUEST);
    }
    TransferRequest request =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(1));
    assertThat(host.transfers().transfer(request)).isInstanceOf(TransactionOutcome.Unknown.class);
    store.faults().clear();

    assertThat(recover(AS_EVER)).containsExactly(new Recovered.Done("t", State.PENDING));
  }

  @Test
  void rowsInFileOrderAreLeftToTheirImportWhileTheyAreYoung() {
    begin(row(FILE, 1, "B", 60), DEAD);
    begin(row(FILE, 2, "C", 50), DEAD);

    assertThat(recover(AS_EVER)).isEmpty();
    clock.advance(HALF_AN_HOUR.minusSeconds(1));
    assertThat(recover(AS_EVER)).isEmpty();
    assertThat(balance("A")).isEqualTo(100);
  }

  @Test
  void rowsInAnyOrderAreNot() {
    begin(transfer("r1", "A", "B", cents(60)).importedBy(new ImportedRow(FILE, 1, false)), DEAD);

    assertThat(recover(AS_EVER)).containsExactly(new Recovered.Done("r1", State.PENDING));
  }

  @Test
  void whenTheyAreOldTheyAreTakenOverInTheOrderOfTheRowsWhicheverChangedLast() {
    begin(row(FILE, 10, "C", 50), DEAD);
    clock.advance(SECOND);
    begin(row(FILE, 9, "B", 60), DEAD);
    clock.advance(HALF_AN_HOUR);

    List<Recovered> recovered = recover(AS_EVER);

    assertThat(recovered).extracting(Recovered::id).containsExactly("r9", "r10");
    assertThat(recovered.get(0)).isInstanceOf(Recovered.Done.class);
    assertThat(recovered.get(1)).isInstanceOf(Recovered.Canceled.class);
    assertThat(balance("B")).isEqualTo(60);
  }

  @Test
  void aLaterRowWaitsForAnEarlierOneThatIsStillYoung() {
    begin(row(FILE, 2, "C", 50), DEAD);
    clock.advance(HALF_AN_HOUR);
    begin(row(FILE, 1, "B", 60), DEAD);

    assertThat(recover(AS_EVER))
        .singleElement()
        .isInstanceOfSatisfying(
            Recovered.Unfinished.class, left -> assertThat(left.id()).isEqualTo("r2"));
    assertThat(balance("A")).isEqualTo(100);

    clock.advance(HALF_AN_HOUR);
    assertThat(recover(AS_EVER)).first().isEqualTo(new Recovered.Done("r1", State.PENDING));
    assertThat(balance("B")).isEqualTo(60);
    assertThat(balance("C")).isZero();
  }

  @Test
  void behindARowThatCannotBeFinishedNothingMoreOfItsFileIsTouched() {
    begin(row(FILE, 1, "B", 60), DEAD);
    begin(row(FILE, 2, "C", 50), DEAD);
    begin(row(OTHER_FILE, 3, "C", 5), DEAD);
    clock.advance(HALF_AN_HOUR);
    for (int lost = 0; lost < TRIES_OF_PATIENCE; lost++) {
      store.faults().when(WriteKind.ADVANCE).next(Fault.LOSE_REQUEST);
    }

    List<Recovered> recovered = recover(AS_EVER);

    assertThat(recovered).extracting(Recovered::id).containsExactly("r1", "r2", "r3");
    assertThat(recovered.get(0)).isInstanceOf(Recovered.Unfinished.class);
    assertThat(recovered.get(1))
        .isInstanceOfSatisfying(
            Recovered.Unfinished.class, left -> assertThat(left.why()).contains("earlier row"));
    assertThat(recovered.get(2)).isInstanceOf(Recovered.Done.class);
  }

  @Test
  void ownersThatWereSilentForADayAreRemovedAndOthersAreNot() {
    store.owners().beat(DEAD.get(), application("other"), SECOND);
    clock.advance(Duration.ofDays(1));
    store.owners().beat(LIVING.get(), application("other"), SECOND);

    recover(AS_EVER);

    assertThat(store.owners().find(List.of(DEAD.get(), LIVING.get())))
        .hasExactlyElementsOfTypes(OwnerLookup.Absent.class, OwnerLookup.Found.class);
  }
}
