package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.TwoPhase;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.Opening;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches at the edges of what they may be asked and may find, by way of the front door. */
abstract class UnusualBatchesContract {

  /** Two of these are more than int64 has. */
  private static final long MORE_THAN_HALF = (1L << 62) + 10;

  private Store store;
  private TwoPhase host;

  /** An empty store. */
  abstract Store fresh();

  @BeforeEach
  void begin() {
    store = fresh();
    host = TwoPhase.over(store).build();
  }

  @AfterEach
  void end() {
    host.close();
  }

  private void open(String id, long cents) {
    open(Fixtures.account(id).opening(cents(cents)));
  }

  private void open(Opening opening) {
    assertThat(host.accounts().open(opening)).isEqualTo(new OpenOutcome.Opened());
  }

  private Account read(String id) {
    return ((AccountLookup.Found) host.accounts().find(accountId(id))).account();
  }

  private List<Recovered> recover() {
    List<Recovered> recovered = new ArrayList<>();
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered::add);
    return recovered;
  }

  /** Nothing is left to recover, nothing is held, and the books are right. */
  private void isAtRest() {
    assertThat(recover()).isEmpty();
    host.accounts()
        .forEach(
            lookup ->
                assertThat(((AccountLookup.Found) lookup).account().holdCount())
                    .as(lookup.toString())
                    .isZero());
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private static HoldRefusal refusal(TransactionOutcome outcome) {
    Refusal refusal = ((TransactionOutcome.Refused) outcome).refusal();
    return ((CancelReason.Refused) ((Refusal.Canceled) refusal).reason()).refusal();
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void sumsBeyondInt64AreRefusedAsOneByOne(Order order) {
    List<TransferRequest> requests = new ArrayList<>();
    open("B", 0);
    for (int at = 0; at < 4; at++) {
      open("A" + at, MORE_THAN_HALF);
      requests.add(Host.request("t" + at, "A" + at, "B", MORE_THAN_HALF));
    }

    List<TransactionOutcome> outcomes = host.transfers().transferAll(requests, order);

    assertThat(outcomes.get(0).isApplied()).isTrue();
    assertThat(outcomes.subList(1, 4))
        .allSatisfy(
            outcome ->
                assertThat(refusal(outcome))
                    .isEqualTo(
                        new HoldRefusal.CeilingReached(
                            accountId("B"),
                            cents(Long.MAX_VALUE - MORE_THAN_HALF),
                            cents(MORE_THAN_HALF))));
    assertThat(read("B").balance()).isEqualTo(MORE_THAN_HALF);
    isAtRest();
  }

  @Test
  void ofTwoThatAreMoreThanInt64HasTogetherOneHappens() {
    open("A", MORE_THAN_HALF);
    open("B", MORE_THAN_HALF);
    open("C", 0);

    List<TransactionOutcome> outcomes =
        host.transfers()
            .transferAll(
                List.of(
                    Host.request("t1", "A", "C", MORE_THAN_HALF),
                    Host.request("t2", "B", "C", MORE_THAN_HALF)),
                Order.AS_GIVEN);

    assertThat(outcomes.get(0).isApplied()).isTrue();
    assertThat(refusal(outcomes.get(1))).isInstanceOf(HoldRefusal.CeilingReached.class);
    isAtRest();
  }

  @Test
  void debitsBeyondInt64HappenWhereCreditsPayForThem() {
    open("A", MORE_THAN_HALF);
    open("B", 0);
    List<TransferRequest> requests = new ArrayList<>();
    for (int at = 0; at < 5; at++) {
      requests.add(
          Host.request("t" + at, at % 2 == 0 ? "A" : "B", at % 2 == 0 ? "B" : "A", MORE_THAN_HALF));
    }

    assertThat(host.transfers().transferAll(requests, Order.AS_GIVEN))
        .allMatch(TransactionOutcome::isApplied);

    assertThat(read("B").balance()).isEqualTo(MORE_THAN_HALF);
    assertThat(read("A").balance()).isZero();
    isAtRest();
  }
}
