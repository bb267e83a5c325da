package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.testing.OneBank;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Refusal;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What retention has removed leaves a receipt: its id means the same transaction for ever. */
class ReceiptsTest extends OneBank {

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
}
