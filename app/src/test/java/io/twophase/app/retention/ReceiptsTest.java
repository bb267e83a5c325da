package io.twophase.app.retention;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.DecisionRefusal;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.compensation.CancelOutcome;
import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.preview.PreviewOutcome;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.ReceiptPeriod;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What retention has removed leaves a receipt: its id means the same transaction for ever. */
class ReceiptsTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final AuthorizationTerms A_WEEK = new AuthorizationTerms(Duration.ofDays(7));

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private InMemoryStore store = keeping(ReceiptPeriod.FOR_EVER);
  private TwoPhase host = TwoPhase.over(store).build();

  private InMemoryStore keeping(ReceiptPeriod receipts) {
    return keeping(Option.some(receipts));
  }

  private InMemoryStore keeping(Option<ReceiptPeriod> receipts) {
    InMemoryStore made = InMemoryStore.keeping(DAY, receipts, () -> now);
    made.accounts().open(List.of(account("A").opening(usd("10")), account("B").opening(usd("10"))));
    return made;
  }

  private void use(InMemoryStore other, boolean batchesAsOne) {
    host.close();
    store = other;
    host = TwoPhase.over(store).batchesAsOne(batchesAsOne).build();
  }

  @AfterEach
  void nothingIsOff() {
    assertThat(host.audit().run().findings()).isEmpty();
    host.close();
  }

  private static TransferRequest request(String id, String amount) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), usd(amount));
  }

  private TransactionOutcome transfer(String id, String amount) {
    return host.transfers().transfer(request(id, amount));
  }

  private long balance(String id) {
    return ((AccountLookup.Found) store.accounts().find(List.of(accountId(id))).get(0))
        .account()
        .balance();
  }

  /** What is finished by now is replaced by receipts. */
  private void pass() {
    now = now.plus(DAY);
    host.retention().pass();
  }

  private TransactionLookup find(String id) {
    return host.transactions().find(transactionId(id));
  }

  private void isRemoved(String... ids) {
    for (String id : ids) {
      assertThat(find(id)).isInstanceOf(TransactionLookup.Removed.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theSameAgainHasTheSameAnswerAndAnotherIsRefused(boolean batchesAsOne) {
    use(store, batchesAsOne);
    List<TransferRequest> both = List.of(request("t1", "1"), request("t2", "99"));
    List<TransactionOutcome> first = host.transfers().transferAll(both, Order.ANY);
    assertThat(first).extracting(TransactionOutcome::isApplied).containsExactly(true, false);
    assertThat(store.batches().get().records().hasRecords()).isEqualTo(batchesAsOne);
    pass();
    isRemoved("t1", "t2");
    assertThat(store.batches().get().records().hasRecords()).isFalse();

    for (Order order : Order.values()) {
      List<TransactionOutcome> again = host.transfers().transferAll(both, order);

      assertThat(again.get(0))
          .isEqualTo(
              new TransactionOutcome.Applied(transactionId("t1"), true, true, Option.none()));
      assertThat(((TransactionOutcome.Refused) again.get(1)).refusal())
          .isEqualTo(((TransactionOutcome.Refused) first.get(1)).refusal());
    }
    TransactionOutcome.Refused other = (TransactionOutcome.Refused) transfer("t1", "2");
    assertThat(other.refusal())
        .isEqualTo(new Refusal.IdReused(transactionId("t1"), Option.none(), List.of()));
    assertThat(other.refusal().kind()).isEqualTo("IdReused");
    assertThat(other.refusal().message())
        .isEqualTo(
            "transaction t1 was another one: its record was removed since, and the digest of what"
                + " it asked for differs");
    assertThat(balance("A")).isEqualTo(900);
  }

  /** Whatever call of the request the pass comes before, it happens once. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPassBesideTheSameRequestNeverHasItRunTwice(boolean batchesAsOne) {
    boolean hasHappened = true;
    for (int at = 0; hasHappened; at++) {
      use(keeping(ReceiptPeriod.FOR_EVER), batchesAsOne);
      List<TransferRequest> both = List.of(request("t1", "1"), request("t2", "99"));
      host.transfers().transferAll(both, Order.AS_GIVEN);
      Interrupted interrupted = new Interrupted(store, at, this::pass);
      try (TwoPhase other = TwoPhase.over(interrupted.store()).batchesAsOne(batchesAsOne).build()) {
        assertThat(other.transfers().transferAll(both, Order.AS_GIVEN))
            .as("before call " + at)
            .extracting(TransactionOutcome::isApplied)
            .containsExactly(true, false);
      }
      assertThat(balance("A")).as("before call " + at).isEqualTo(900);
      assertThat(host.audit().run().findings()).isEmpty();
      hasHappened = interrupted.hasHappened();
    }
  }

  /** What receipts are for: else each of the tests here would ask for something new. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutReceiptsTheSameAgainIsMadeAgain(boolean batchesAsOne) {
    use(keeping(Option.none()), batchesAsOne);
    List<TransferRequest> both = List.of(request("t1", "1"), request("t2", "99"));
    host.transfers().transferAll(both, Order.ANY);
    pass();
    assertThat(find("t1")).isInstanceOf(TransactionLookup.Absent.class);

    assertThat(host.transfers().transferAll(both, Order.ANY).get(0))
        .isEqualTo(new TransactionOutcome.Applied(transactionId("t1"), true, false, Option.none()));
    assertThat(balance("A")).isEqualTo(800);
    assertThat(transfer("t2", "1").isApplied()).isFalse();
    pass();
    assertThat(transfer("t2", "1").isApplied()).as("another body under a free id").isTrue();
  }

  @Test
  void howMuchThereWasIsAnsweredAgain() {
    TransferRequest most = request("t1", "99").takingAtMost();
    TransactionOutcome.Applied first = (TransactionOutcome.Applied) host.transfers().transfer(most);
    assertThat(first.moved()).isEqualTo(Option.some(usd("10")));
    pass();
    isRemoved("t1");

    assertThat(((TransactionOutcome.Applied) host.transfers().transfer(most)).moved())
        .isEqualTo(first.moved());
  }

  @Test
  void aCancelIsAnsweredAsBeforeAndAReversalAsLongAsItIsKnown() {
    transfer("t1", "1");
    transfer("t2", "99");
    transfer("t3", "1");
    assertThat(host.compensation().reverse(transactionId("t1"), "x"))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t1:reversal"), false));
    CancelOutcome canceled = host.compensation().cancel(transactionId("t2"), "again");
    pass();
    isRemoved("t1", "t2", "t3");
    assertThat(find("t1:reversal")).isInstanceOf(TransactionLookup.Found.class);

    reversalsAreAnswered();
    pass();
    isRemoved("t1:reversal");
    reversalsAreAnswered();

    assertThat(host.compensation().cancel(transactionId("t1"), "again"))
        .isEqualTo(new CancelOutcome.AlreadyDecided(State.DONE));
    assertThat(host.compensation().cancel(transactionId("t2"), "again")).isEqualTo(canceled);
    assertThat(balance("A")).isEqualTo(900);
  }

  private void reversalsAreAnswered() {
    assertThat(host.compensation().reverse(transactionId("t1"), "x"))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t1:reversal"), true));
    assertThat(host.compensation().reverse(transactionId("t2"), "x"))
        .isEqualTo(new ReverseOutcome.NothingMoved());
    assertThat(host.compensation().reverse(transactionId("t3"), "x"))
        .isEqualTo(new ReverseOutcome.RecordRemoved());
  }

  @Test
  void anAuthorizationIsAnsweredAgainAndNothingIsDecidedOfIt() {
    host.authorizations().authorize(request("t1", "1"), A_WEEK);
    host.authorizations().capture(transactionId("t1"));
    host.authorizations().authorize(request("t2", "1"), A_WEEK);
    host.authorizations().voidAuthorization(transactionId("t2"), "no");
    pass();
    isRemoved("t1", "t2");

    assertThat(host.authorizations().authorize(request("t1", "1"), A_WEEK))
        .isEqualTo(new AuthorizeOutcome.Captured(transactionId("t1")));
    assertThat(host.authorizations().authorize(request("t2", "1"), A_WEEK))
        .isInstanceOf(AuthorizeOutcome.Refused.class);
    assertThat(transfer("t1", "1")).isInstanceOf(TransactionOutcome.Refused.class);
    assertThat(host.authorizations().capture(transactionId("t1")))
        .isEqualTo(new CaptureOutcome.Refused(transactionId("t1"), removed("t1", true)));
    assertThat(host.authorizations().voidAuthorization(transactionId("t2"), "no"))
        .isEqualTo(new VoidOutcome.Refused(transactionId("t2"), removed("t2", false)));
    assertThat(balance("A")).isEqualTo(900);
  }

  private static DecisionRefusal removed(String id, boolean applied) {
    return new DecisionRefusal.ByRule(
        new AuthorizationRefusal.RecordRemoved(transactionId(id), applied));
  }

  @Test
  void whatIsEnqueuedOrTriedDryIsAnsweredToo() {
    transfer("t1", "1");
    TransactionOutcome refused = transfer("t2", "99");
    pass();

    assertThat(host.transfers().enqueue(request("t1", "1")))
        .isInstanceOf(EnqueueOutcome.Enqueued.class);
    assertThat(host.transfers().enqueue(request("t1", "2")))
        .isInstanceOf(EnqueueOutcome.Refused.class);
    isRemoved("t1");
    assertThat(
            host.preview()
                .ask(List.of(request("t1", "1"), request("t2", "99"), request("t3", "1"))))
        .containsExactly(
            new PreviewOutcome.Applied(transactionId("t1"), true),
            new PreviewOutcome.Refused(
                transactionId("t2"), ((TransactionOutcome.Refused) refused).refusal(), true),
            new PreviewOutcome.Applied(transactionId("t3"), false));
    assertThat(host.preview().ask(List.of(request("t1", "2"))).get(0))
        .isInstanceOf(PreviewOutcome.Refused.class);
  }

  @Test
  void aReceiptGoesInItsTurnAndItsIdIsFreeThen() {
    use(keeping(ReceiptPeriod.of(DAY.multipliedBy(3))), false);
    transfer("t1", "1");
    pass();
    isRemoved("t1");
    now = now.plus(DAY.multipliedBy(2)).minusMillis(1);
    assertThat(host.retention().pass().isNothing()).isTrue();
    isRemoved("t1");
    now = now.plusMillis(1);

    assertThat(host.retention().pass())
        .isEqualTo(new Retention.Removed(0, 0, 1, List.of(), Option.none()));

    assertThat(find("t1")).isInstanceOf(TransactionLookup.Absent.class);
    assertThat(host.retention().pass().isNothing()).isTrue();
  }

  /** A message that comes a day late: nobody settles it, and the scrub gives it back. */
  @Test
  void aLateHoldOfWhatWasRemovedIsFoundAndWithdrawn() {
    transfer("t2", "99");
    pass();
    isRemoved("t2");
    assertThat(
            store
                .accounts()
                .hold(
                    List.of(
                        new Leg(
                            transactionId("t2"), epoch(1), new Debit(accountId("A"), usd("1"))))))
        .allMatch(outcome -> outcome.equals(AccountHoldOutcome.held()));
    assertThat(host.audit().run().findings())
        .extracting(finding -> finding.kind().name() + " " + finding.detail())
        .hasSize(1)
        .allMatch(
            text -> text.startsWith("HOLD_OF_FINISHED") && text.endsWith("canceled and removed"));

    host.scrub().run(orphan -> {}, leftAlone -> {});

    assertThat(host.audit().run().findings()).isEmpty();
    isRemoved("t2");
  }
}
