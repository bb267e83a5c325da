package io.twophase.app.authorization;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CompensationTest {

  private static final TransactionId ID = transactionId("t");
  private static final NewTransaction BODY = transfer("t", "A", "B", cents(30));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final DocumentWrites writes = new DocumentWrites(store);
  private final TwoPhase host = Hosts.amongOthers(store, 10);

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  @Test
  void aPendingTransactionIsCanceledAndItsHoldsReleasedWithTheReasonKept() {
    beginAndHold();

    CancelOutcome first = host.compensation().cancel(ID, "no longer wanted");
    CancelOutcome again = host.compensation().cancel(ID, "another reason");

    assertThat(first)
        .isEqualTo(
            new CancelOutcome.Canceled(new CancelReason.Requested("no longer wanted"), true));
    assertThat(again).isEqualTo(first);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void whatIsDecidedIsNotCanceled() {
    transferred(30);

    assertThat(host.compensation().cancel(ID, ""))
        .isEqualTo(new CancelOutcome.AlreadyDecided(State.DONE));
    assertThat(host.compensation().cancel(transactionId("none"), ""))
        .isEqualTo(new CancelOutcome.NotFound());
  }

  @Test
  void aDoneTransactionIsReversedOnceHoweverOftenItIsAsked() {
    transferred(30);

    ReverseOutcome first = host.compensation().reverse(ID, "sent twice");
    ReverseOutcome again = host.compensation().reverse(ID, "another reason");

    assertThat(first).isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal"), false));
    assertThat(again).isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal"), true));
    assertThat(balance("A")).isEqualTo(100);
    TransactionLookup.Found found = (TransactionLookup.Found) find(transactionId("t:reversal"));
    assertThat(found.record().body().note()).contains("sent twice");
    assertThat(found.record().body().reverses()).contains(ID);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void aReversalThatWasRefusedForWantOfFundsCanBeAskedAgainLater() {
    transferred(30);
    host.transfers().transfer(accountId("B"), accountId("A"), cents(20));

    ReverseOutcome refused = host.compensation().reverse(ID, "");
    assertThat(refused)
        .isInstanceOfSatisfying(
            ReverseOutcome.Refused.class,
            no -> assertThat(no.reason().kind()).isEqualTo("InsufficientFunds"));
    host.transfers().transfer(accountId("A"), accountId("B"), cents(20));

    assertThat(host.compensation().reverse(ID, ""))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal:2"), false));
    assertThat(host.compensation().reverse(ID, ""))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal:2"), true));
    assertThat(balance("A")).isEqualTo(100);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void anAppliedTransactionIsFinishedAndThenReversed() {
    beginAndHold();
    writes.decide("t", 1);

    assertThat(host.compensation().reverse(ID, "")).isInstanceOf(ReverseOutcome.Reversed.class);
    assertThat(state(ID)).isEqualTo(State.DONE);
    assertThat(balance("A")).isEqualTo(100);
  }

  @Test
  void whatNeverMovedIsNotReversed() {
    beginAndHold();
    assertThat(host.compensation().reverse(ID, ""))
        .isEqualTo(new ReverseOutcome.CancelInstead(State.PENDING));
    host.compensation().cancel(ID, "");
    assertThat(host.compensation().reverse(ID, "")).isEqualTo(new ReverseOutcome.NothingMoved());
    assertThat(host.compensation().reverse(transactionId("none"), ""))
        .isEqualTo(new ReverseOutcome.NotFound());
  }

  private TransactionOutcome transferred(long amount) {
    return host.transfers()
        .transfer(new TransferRequest(ID, accountId("A"), accountId("B"), cents(amount)));
  }

  private void beginAndHold() {
    writes.begin(BODY);
    writes.hold(BODY, 1);
  }

  private State state(TransactionId id) {
    return ((TransactionLookup.Found) find(id)).record().state();
  }

  private TransactionLookup find(TransactionId id) {
    return host.transactions().find(id);
  }

  private long balance(String id) {
    return writes.read(accountId(id)).balance().minor();
  }
}
