package io.twophase.app.sweep;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.TwoPhase;
import io.twophase.app.audit.Finding;
import io.twophase.app.orphan.Proof;
import io.twophase.app.testing.FaultyStores;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScrubTest {

  private final FaultyStore store = FaultyStores.inMemory(Clock.systemUTC());
  private final TwoPhase host = Hosts.amongOthers(store.accounts(), store.transactions(), 10);

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  @Test
  void aHoldThatComesWhenItsTransactionIsFinishedIsReleased() {
    store.faults().when(WriteKind.HOLD).next(Fault.DELIVER_LATE);
    TransferRequest request =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30));
    assertThat(host.transfers().transfer(request)).isInstanceOf(TransactionOutcome.Applied.class);
    store.faults().deliverLate();
    assertThat(host.audit().run().isClean()).isFalse();

    List<Orphan> orphans = scrub();

    assertThat(orphans)
        .hasSize(2)
        .allMatch(orphan -> orphan.proof() == Proof.FINISHED)
        .allMatch(orphan -> orphan.outcome() == Orphan.Outcome.RELEASED);
    assertThat(host.audit().run().findings()).isEmpty();
    assertThat(scrub()).isEmpty();
  }

  @Test
  void aHoldWithoutARecordIsReleasedAndItsRecordCanNeverCome() {
    store.accounts().hold(List.of(new Leg(transactionId("t"), Epoch.FIRST, debit("A", cents(30)))));

    List<Orphan> orphans = scrub();

    assertThat(orphans)
        .containsExactly(
            new Orphan.OnAccount(
                new Leg(transactionId("t"), Epoch.FIRST, debit("A", cents(30))),
                Proof.NO_RECORD,
                Orphan.Outcome.RELEASED));
    assertThat(store.transactions().begin(List.of(begun()))).containsExactly(BeginOutcome.ID_TAKEN);
    TransferRequest request =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30));
    assertThat(host.transfers().transfer(request))
        .isInstanceOfSatisfying(
            TransactionOutcome.Refused.class,
            refused -> assertThat(refused.refusal().kind()).isEqualTo("NeverBegun"));
    assertThat(host.audit().run().findings()).isEmpty();
    assertThat(host.audit().run().transactions()).containsEntry(State.CANCELED, 1L);
  }

  @Test
  void aHoldOfAnUnfinishedTransactionIsLeftAlone() {
    store.transactions().begin(List.of(begun()));
    store
        .accounts()
        .hold(List.of(new Leg(transactionId("t"), Epoch.FIRST, credit("B", cents(30)))));

    assertThat(scrub()).isEmpty();
  }

  /** Money would be lost: what is credited here has left the other account. */
  @Test
  void aHoldThatASettleHasMissedIsReportedAndStays() {
    Leg out = new Leg(transactionId("t"), Epoch.FIRST, debit("A", cents(30)));
    Leg missed = new Leg(transactionId("t"), Epoch.FIRST, credit("B", cents(30)));
    store.transactions().begin(List.of(begun()));
    store.accounts().hold(List.of(out, missed));
    store.transactions().advance(List.of(new Transition.Decide(out.transaction(), Epoch.FIRST)));
    store.accounts().settle(List.of(out));
    store.transactions().advance(List.of(new Transition.Finish(out.transaction())));
    List<LeftAlone> leftAlone = new ArrayList<>();
    List<Orphan> orphans = new ArrayList<>();

    host.scrub().run(orphans::add, leftAlone::add);

    assertThat(orphans).isEmpty();
    assertThat(leftAlone).containsExactly(new LeftAlone.UnsettledAccount(missed));
    assertThat(host.audit().run().findings())
        .contains(
            new Finding(
                Finding.Kind.SETTLE_MISSED,
                "B",
                "holds a credit of 0.30 USD for t, which is done, and has not been settled here"));
  }

  @Test
  void ofWhatHasNoAnswerNothingIsClaimed() {
    store.accounts().hold(List.of(new Leg(transactionId("t"), Epoch.FIRST, debit("A", cents(30)))));
    store.faults().when(WriteKind.BEGIN).next(Fault.LOSE_REQUEST);

    assertThat(scrub()).isEmpty();
    store.faults().when(WriteKind.WITHDRAW).next(Fault.LOSE_ANSWER);
    assertThat(scrub()).allMatch(orphan -> orphan.outcome() == Orphan.Outcome.IN_DOUBT);
    assertThat(scrub()).isEmpty();
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private static NewRecord begun() {
    return new NewRecord.Begun(
        transfer("t", "A", "B", cents(30)), application("other"), token("other"));
  }

  private List<Orphan> scrub() {
    List<Orphan> orphans = new ArrayList<>();
    host.scrub().run(orphans::add, unreadable -> {});
    return orphans;
  }
}
