package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.OneBank;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.PreviewOutcome;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What retention has removed leaves a receipt: its id means the same transaction for ever. */
class ReceiptsTest extends OneBank {

  private static final AuthorizationTerms A_WEEK = new AuthorizationTerms(Duration.ofDays(7));

  @BeforeEach
  void keepReceipts() {
    use(keeping(Optional.of(ReceiptPeriod.FOR_EVER)));
  }

  @AfterEach
  void nothingIsOff() {
    assertThat(host.audit().run().findings()).isEmpty();
  }

  /** As a record of several, or each alone. */
  private static List<TransactionOutcome> ask(
      TwoPhase host, List<TransferRequest> requests, boolean together) {
    return together
        ? host.transfers().transferAll(requests, Order.AS_GIVEN)
        : requests.stream().map(host.transfers()::transfer).toList();
  }

  private TransactionOutcome transfer(String id, String amount) {
    return host.transfers().transfer(request(id, amount));
  }

  /** What is finished by now is replaced by receipts. */
  private void pass() {
    now = now.plus(DAY);
    host.retention().pass();
  }

  private void isRemoved(String... ids) {
    for (String id : ids) {
      assertThat(find(id)).isInstanceOf(TransactionLookup.Removed.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theSameAgainHasTheSameAnswerAndAnotherIsRefused(boolean together) {
    List<TransferRequest> both = List.of(request("t1", "1"), request("t2", "999"));
    List<TransactionOutcome> first = ask(host, both, together);
    assertThat(first).extracting(TransactionOutcome::isApplied).containsExactly(true, false);
    assertThat(decider("t1").isOfMany()).isEqualTo(together);
    pass();
    isRemoved("t1", "t2");
    assertThat(store.records().list(RecordQuery.ended(Duration.ZERO, 1))).isEmpty();

    for (boolean asBefore : List.of(true, false)) {
      List<TransactionOutcome> again = ask(host, both, together == asBefore);

      assertThat(again.get(0))
          .isEqualTo(
              new TransactionOutcome.Applied(transactionId("t1"), true, true, Optional.empty()));
      assertThat(((TransactionOutcome.Refused) again.get(1)).reason())
          .isEqualTo(((TransactionOutcome.Refused) first.get(1)).reason());
    }
    TransactionOutcome.Refused other = (TransactionOutcome.Refused) transfer("t1", "2");
    assertThat(other.reason())
        .isEqualTo(new Refusal.IdReused(transactionId("t1"), Optional.empty(), List.of()));
    assertThat(other.reason().kind()).isEqualTo("IdReused");
    assertThat(other.reason().message())
        .isEqualTo(
            "transaction t1 was another one: its record was removed since, and the digest of what"
                + " it asked for differs");
    assertThat(balance("A")).isEqualTo(9_900);
  }

  /** Whatever call of the request the pass comes before, it happens once. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPassBesideTheSameRequestNeverHasItRunTwice(boolean together) {
    boolean hasHappened = true;
    for (int at = 0; hasHappened; at++) {
      keepReceipts();
      List<TransferRequest> both = List.of(request("t1", "1"), request("t2", "999"));
      ask(host, both, together);
      AtomicInteger left = new AtomicInteger(at);
      Interceptor passing =
          (method, asked, call) -> {
            if (left.getAndDecrement() == 0) {
              pass();
            }
            return call.make();
          };
      Store interrupted =
          Interceptor.replacing(
              store, Records.class, records -> Interceptor.before(Records.class, records, passing));
      try (TwoPhase other = TwoPhase.over(interrupted).build()) {
        assertThat(ask(other, both, together))
            .as("before call " + at)
            .extracting(TransactionOutcome::isApplied)
            .containsExactly(true, false);
      }
      assertThat(balance("A")).as("before call " + at).isEqualTo(9_900);
      assertThat(host.audit().run().findings()).isEmpty();
      hasHappened = left.get() < 0;
    }
  }

  @Test
  void howMuchThereWasIsAnsweredAgain() {
    TransferRequest most = request("t1", "999").takingAtMost();
    TransactionOutcome.Applied first = (TransactionOutcome.Applied) host.transfers().transfer(most);
    assertThat(first.moved()).isEqualTo(Optional.of(usd("100")));
    pass();
    isRemoved("t1");

    assertThat(((TransactionOutcome.Applied) host.transfers().transfer(most)).moved())
        .isEqualTo(first.moved());
  }

  @Test
  void aCancelIsAnsweredAsBeforeAndAReversalAsLongAsItIsKnown() {
    transfer("t1", "1");
    transfer("t2", "999");
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
    assertThat(balance("A")).isEqualTo(9_900);
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
    assertThat(balance("A")).isEqualTo(9_900);
  }

  private static AuthorizationRefusal removed(String id, boolean applied) {
    return new AuthorizationRefusal.RecordRemoved(transactionId(id), applied);
  }

  @Test
  void whatIsEnqueuedOrTriedDryIsAnsweredToo() {
    transfer("t1", "1");
    TransactionOutcome refused = transfer("t2", "999");
    pass();

    assertThat(host.transfers().enqueue(request("t1", "1")))
        .isInstanceOf(EnqueueOutcome.Enqueued.class);
    assertThat(host.transfers().enqueue(request("t1", "2")))
        .isInstanceOf(EnqueueOutcome.Refused.class);
    isRemoved("t1");
    assertThat(
            host.preview()
                .ask(List.of(request("t1", "1"), request("t2", "999"), request("t3", "1"))))
        .containsExactly(
            new PreviewOutcome.Applied(transactionId("t1"), true),
            new PreviewOutcome.Refused(
                transactionId("t2"), ((TransactionOutcome.Refused) refused).reason(), true),
            new PreviewOutcome.Applied(transactionId("t3"), false));
    assertThat(host.preview().ask(List.of(request("t1", "2"))).get(0))
        .isInstanceOf(PreviewOutcome.Refused.class);
  }

  @Test
  void aReceiptGoesInItsTurnAndItsIdIsFreeThen() {
    use(keeping(Optional.of(ReceiptPeriod.of(DAY.multipliedBy(3)))));
    transfer("t1", "1");
    pass();
    isRemoved("t1");
    now = now.plus(DAY.multipliedBy(2)).minusMillis(1);
    assertThat(host.retention().pass().isNothing()).isTrue();
    isRemoved("t1");
    now = now.plusMillis(1);

    assertThat(host.retention().pass())
        .isEqualTo(new Retention.Removed(0, 0, 1, List.of(), Optional.empty()));

    assertThat(find("t1")).isInstanceOf(TransactionLookup.Absent.class);
    assertThat(host.retention().pass().isNothing()).isTrue();
  }

  /** A message that comes a day late: nobody settles it, and the scrub gives it back. */
  @Test
  void aLateHoldOfWhatWasRemovedIsFoundAndWithdrawn() {
    transfer("t2", "999");
    pass();
    isRemoved("t2");
    new DocumentWrites(store).hold(Fixtures.transfer("t2", "A", "B", usd("1")), 1);
    assertThat(host.audit().run().findings())
        .extracting(finding -> finding.kind().name() + " " + finding.detail())
        .hasSize(2)
        .allMatch(
            text -> text.startsWith("HOLD_OF_FINISHED") && text.endsWith("canceled and removed"));

    host.scrub().run(orphan -> {}, leftAlone -> {});

    assertThat(host.audit().run().findings()).isEmpty();
    isRemoved("t2");
  }
}
