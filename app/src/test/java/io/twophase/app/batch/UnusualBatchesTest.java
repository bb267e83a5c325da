package io.twophase.app.batch;

import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.TwoPhase;
import io.twophase.app.compensation.CancelOutcome;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingRecords;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches at the edges of what they may be asked and may find, by way of the front door. */
class UnusualBatchesTest {
  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  /** Two of these are more than int64 has. */
  private static final long MORE_THAN_HALF = (1L << 62) + 10;

  private Store store;
  private TwoPhase host;
  private DeadOwner dead;

  @BeforeEach
  void begin() {
    store = FRESH.store();
    host = TwoPhase.over(store).build();
    dead = new DeadOwner(store);
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

  /** Nothing is left to recover, nothing is held, and the books are right. */
  private void isAtRest() {
    assertThat(Books.recover(host)).isEmpty();
    host.accounts()
        .forEach(
            lookup ->
                assertThat(((AccountLookup.Found) lookup).account().holds())
                    .as(lookup.toString())
                    .isEmpty());
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private static HoldRefusal refusal(TransactionOutcome outcome) {
    Refusal refusal = ((TransactionOutcome.Refused) outcome).reason();
    return (HoldRefusal) refusal;
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void sumsBeyondInt64AreRefusedAsOneByOne(Order order) {
    List<TransferRequest> requests = new ArrayList<>();
    open("B", 0);
    for (int at = 0; at < 4; at++) {
      open("A" + at, MORE_THAN_HALF);
      requests.add(request("t" + at, "A" + at, "B", MORE_THAN_HALF));
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
    Books.open(store, MORE_THAN_HALF, MORE_THAN_HALF, 0);

    List<TransactionOutcome> outcomes =
        host.transfers()
            .transferAll(
                List.of(
                    request("t1", "A", "C", MORE_THAN_HALF),
                    request("t2", "B", "C", MORE_THAN_HALF)),
                Order.AS_GIVEN);

    assertThat(outcomes.get(0).isApplied()).isTrue();
    assertThat(refusal(outcomes.get(1))).isInstanceOf(HoldRefusal.CeilingReached.class);
    isAtRest();
  }

  @Test
  void debitsBeyondInt64HappenWhereCreditsPayForThem() {
    Books.open(store, MORE_THAN_HALF, 0);
    List<TransferRequest> requests = new ArrayList<>();
    for (int at = 0; at < 5; at++) {
      requests.add(
          request("t" + at, at % 2 == 0 ? "A" : "B", at % 2 == 0 ? "B" : "A", MORE_THAN_HALF));
    }

    assertThat(host.transfers().transferAll(requests, Order.AS_GIVEN))
        .allMatch(TransactionOutcome::isApplied);

    assertThat(read("B").balance()).isEqualTo(MORE_THAN_HALF);
    assertThat(read("A").balance()).isZero();
    isAtRest();
  }

  @ParameterizedTest
  @ValueSource(strings = {"m1", "m2", "m3"})
  void anotherTransactionUnderAMembersIdSaysNothingOfItsCurrency(String taken) {
    for (String id : List.of("E", "F")) {
      open(Fixtures.account(id).opening(Fixtures.eur("9.00")));
    }
    Books.open(store, 100, 100, 100);
    assertThat(
            host.transfers()
                .transfer(
                    new TransferRequest(
                        transactionId(taken), accountId("E"), accountId("F"), Fixtures.eur("1.00")))
                .isApplied())
        .isTrue();
    dead.left(
        transfer("m1", "A", "B", cents(5)),
        transfer("m2", "B", "C", cents(5)),
        transfer("m3", "C", "A", cents(5)));

    Books.recover(host);

    List<TransferRequest> again = new ArrayList<>();
    again.add(request("m1", "A", "B", 5));
    again.add(request("m2", "B", "C", 5));
    again.add(request("m3", "C", "A", 5));
    for (TransactionOutcome outcome : host.transfers().transferAll(again, Order.ANY)) {
      assertThat(outcome.isApplied())
          .as(outcome.toString())
          .isEqualTo(!outcome.id().equals(transactionId(taken)));
    }
    isAtRest();
  }

  private void fourAccounts() {
    Books.open(store, 5, 0, 5, 0);
  }

  @Test
  void whatWasHeldForAMemberThatIsCanceledSinceIsGivenBack() {
    fourAccounts();
    RecordId batch =
        dead.left(transfer("m1", "A", "B", cents(5)), transfer("m2", "C", "D", cents(5)));
    dead.held(batch, 1, Range.whole(5, 0), "A", "C");
    dead.held(batch, 1, Range.whole(0, 5), "B", "D");
    host.transfers().cancel(transactionId("m1"), "changed my mind");

    assertThat(Books.recover(host)).singleElement().matches(Recovered::isFinished);

    assertThat(dead.record(batch).epoch()).isEqualTo(Fixtures.epoch(2));
    isAtRest();
    assertThat(read("D").balance()).isEqualTo(5);
    assertThat(host.transfers().transfer(accountId("A"), accountId("B"), cents(5)).isApplied())
        .isTrue();
    host.accounts().change(accountId("A"), StatusChange.CLOSE);
    assertThat(read("A").status()).isEqualTo(AccountStatus.CLOSED);
  }

  @Test
  void whatABatchThatIsDoneHoldsAtAnOlderEpochIsWithdrawnByScrub() {
    fourAccounts();
    dead.doneWithOlderHolds();
    assertThat(Books.scrub(host))
        .hasSize(2)
        .allMatch(orphan -> orphan.outcome() == Orphan.Outcome.RELEASED);
    isAtRest();
  }

  @Test
  void whatABatchThatIsDoneHoldsAtAnOlderEpochRefusesNobody() {
    fourAccounts();
    dead.doneWithOlderHolds();
    open("E", 1);

    assertThat(
            host.transfers()
                .transferAll(
                    List.of(request("t1", "A", "D", 5), request("t2", "E", "B", 1)), Order.ANY))
        .allMatch(TransactionOutcome::isApplied);
  }

  private static final LinkedHashMap<TransactionId, CancelReason> M2_IS_REFUSED =
      LinkedHashMap.of(
          transactionId("m2"),
          new HoldRefusal.InsufficientFunds(accountId("C"), cents(5), cents(9)));

  private static Verdict verdict(
      LinkedHashMap<TransactionId, CancelReason> refused, LinkedHashSet<TransactionId> left) {
    return new Verdict(refused, left, LinkedHashSet.empty(), LinkedHashMap.empty());
  }

  /** The store, whose first reads of a member are older than its document. */
  private Store readTooEarly(String id, int reads) {
    AtomicInteger left = new AtomicInteger(reads);
    return Interceptor.replacing(
        store,
        Records.class,
        sound ->
            new ForwardingRecords(sound) {
              @Override
              public List<Lookup> findMembers(List<TransactionId> ids) {
                List<Lookup> found = super.findMembers(ids);
                return left.getAndDecrement() > 0
                    ? found.stream()
                        .map(there -> there.id().equals(id) ? Lookup.absent(id) : there)
                        .toList()
                    : found;
              }
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoReadsTheMembersTooEarlyDoesNotFinish(boolean isCanceled) {
    fourAccounts();
    RecordId batch =
        dead.left(transfer("m1", "A", "B", cents(5)), transfer("m2", "C", "D", cents(9)));
    dead.held(batch, 1, Range.whole(5, 0), "A");
    dead.held(batch, 1, Range.whole(0, 5), "B");
    dead.held(batch, 1, new Range(0, 9, Option.some(5L), Option.none()), "C", "D");
    if (isCanceled) {
      dead.move(
          Transition.cancel(dead.record(batch), Fixtures.ON_REQUEST, DeadOwner.DEAD, List.of()));
    } else {
      dead.decide(batch, 1, verdict(M2_IS_REFUSED, LinkedHashSet.empty()));
    }
    try (TwoPhase late =
        TwoPhase.over(readTooEarly("m2", 2)).pause(time -> {}).ids(new RandomIds()).build()) {
      late.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    }

    assertThat(dead.record(batch).state().isFinal()).isTrue();
    isAtRest();
    assertThat(read("B").balance()).isEqualTo(isCanceled ? 0 : 5);
  }

  @Test
  void whoCancelsWhatWasLeftOutEndsTheBatchFirst() {
    fourAccounts();
    RecordId batch =
        dead.left(transfer("m1", "A", "B", cents(5)), transfer("m2", "C", "D", cents(5)));
    dead.held(batch, 1, Range.whole(5, 0), "A", "C");
    dead.held(batch, 1, Range.whole(0, 5), "B");
    dead.decide(batch, 1, verdict(LinkedHashMap.empty(), LinkedHashSet.of(transactionId("m2"))));

    assertThat(host.transfers().cancel(transactionId("m2"), "changed my mind"))
        .isInstanceOf(CancelOutcome.Canceled.class);

    assertThat(dead.record(batch).state()).isEqualTo(State.DONE);
    assertThat(read("C").holds()).isEmpty();
    isAtRest();
  }
}
