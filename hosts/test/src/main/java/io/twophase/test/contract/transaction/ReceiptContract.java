package io.twophase.test.contract.transaction;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link TransactionRepository#replace} and {@link TransactionRepository#removeReceipts}. */
public abstract class ReceiptContract extends TransactionContract {

  private final Runnable letTimePass;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param letTimePass lets the store's clock advance by a few milliseconds
   */
  protected ReceiptContract(Supplier<TransactionRepository> fresh, Runnable letTimePass) {
    super(fresh);
    this.letTimePass = letTimePass;
  }

  @Test
  void aReceiptIsInThePlaceOfItsRecordAndItsIdStaysTaken() {
    store(body("t1"), State.DONE);
    store(body("t2"), State.CANCELED);
    List<Receipt> receipts = receipts("t1", "t2");

    assertThat(transactions().replace(receipts)).containsExactly(MATCHED, MATCHED);

    assertThat(transactions().find(ids("t1", "t2")))
        .containsExactly(
            new TransactionLookup.Removed(receipts.get(0)),
            new TransactionLookup.Removed(receipts.get(1)));
    assertThat(transactions().findLatest(transactionId("t1")))
        .isEqualTo(new TransactionLookup.Removed(receipts.get(0)));
    assertThat(transactions().begin(List.of(begun(body("t1")), begun(body("t2")))))
        .containsExactly(BeginOutcome.ID_TAKEN, BeginOutcome.ID_TAKEN);
    assertThat(transactions().replace(List.of(receipts.get(0)))).containsExactly(NOT_MATCHED);
  }

  @Test
  void aReceiptHasTheAnswer() {
    NewTransaction atMost =
        NewTransaction.transferAtMost(
                transactionId("t1"), new AccountId("A"), new AccountId("B"), usd("3"))
            .get();
    begin(begun(atMost));
    advance(
        new Transition.Decide(
            atMost.id(), epoch(1), Captured.atMost(atMost.accountOperations(), 100)),
        new Transition.Finish(atMost.id()));
    store(body("t2"), State.CANCELED);
    Transaction canceled = read("t2");
    List<Receipt> receipts = receipts("t1", "t2");

    transactions().replace(receipts);

    Receipt moved = receipt("t1");
    assertThat(moved.isApplied()).isTrue();
    assertThat(moved.moved()).isEqualTo(Option.some(100L));
    assertThat(moved.isAnswerTo(atMost)).isTrue();
    assertThat(moved.captured(atMost)).isEqualTo(Captured.atMost(atMost.accountOperations(), 100));
    assertThat(receipt("t2").reason()).isEqualTo(canceled.reason());
    assertThat(receipt("t2").isAnswerTo(atMost)).isFalse();
    assertThat(receipt("t2").finishedAt()).isEqualTo(canceled.timeline().finishedAt().get());
  }

  @Test
  void aReceiptIsListedAmongReceiptsOnly() {
    store(body("t1"), State.DONE);
    store(body("t2"), State.DONE);

    transactions().replace(receipts("t1"));

    List<TransactionLookup> scanned = new ArrayList<>();
    transactions().scan(scanned::add);
    List<TransactionLookup> ofAccount = new ArrayList<>();
    transactions().scan(new AccountId("A"), ofAccount::add);
    Stream.of(
            scanned,
            ofAccount,
            transactions().latest(new TransactionQuery(Option.none(), Option.none(), 10)),
            transactions().latest(new TransactionQuery(Option.some(State.DONE), Option.none(), 10)),
            transactions().ended(new EndedQuery(Duration.ZERO, 10)))
        .forEach(
            shown ->
                assertThat(shown)
                    .extracting(one -> recordOf(one).id().value())
                    .containsExactly("t2"));
    assertThat(transactions().unfinished(new UnfinishedQuery(Duration.ZERO, Option.none(), 10)))
        .isEmpty();
    assertThat(transactions().overdue(10)).isEmpty();
    List<TransactionLookup> ofReceipts = new ArrayList<>();
    transactions().scanReceipts(ofReceipts::add);
    assertThat(ofReceipts).isEqualTo(transactions().find(ids("t1")));
  }

  @Test
  void noTransitionMatchesAReceiptAndNoRemoval() {
    store(body("t1"), State.DONE);
    Transaction done = read("t1");
    transactions().replace(receipts("t1"));
    TransactionLookup receipt = transactions().find(ids("t1")).get(0);

    assertThat(moved(new Transition.Finish(done.id()))).isEqualTo(NOT_MATCHED);
    assertThat(moved(new Transition.Decide(done.id(), epoch(1)))).isEqualTo(NOT_MATCHED);
    assertThat(transactions().remove(List.of(done))).containsExactly(NOT_MATCHED);

    assertThat(transactions().find(ids("t1"))).containsExactly(receipt);
  }

  @Test
  void whatIsNotFinishedOrWasFinishedAtAnotherTimeIsNotReplaced() {
    store(body("t1"), State.DONE);
    Receipt first = receipts("t1").get(0);
    assertThat(transactions().remove(List.of(read("t1")))).containsExactly(MATCHED);
    letTimePass.run();
    store(body("t1"), State.DONE);
    store(body("t2"), State.APPLIED);
    store(body("t3"), State.DONE);
    Receipt unfinished =
        new Receipt(
            transactionId("t2"),
            first.digest(),
            first.epoch(),
            Option.none(),
            Option.none(),
            first.finishedAt());

    assertThat(transactions().replace(List.of(first, unfinished, receipts("t3").get(0))))
        .containsExactly(NOT_MATCHED, NOT_MATCHED, MATCHED);

    assertThat(read("t1").state()).isEqualTo(State.DONE);
    assertThat(read("t2").state()).isEqualTo(State.APPLIED);
  }

  @Test
  void theOldestReceiptsAreRemovedAndTheirIdsAreFree() {
    for (String id : List.of("t2", "t1", "t3")) {
      store(body(id), State.DONE);
      letTimePass.run();
    }
    store(body("t4"), State.DONE);
    transactions().replace(receipts("t1", "t2", "t3"));

    assertThat(transactions().removeReceipts(Duration.ofHours(1), 10)).isZero();
    assertThat(transactions().removeReceipts(Duration.ZERO, 2)).isEqualTo(2);

    assertThat(transactions().find(ids("t1", "t2")))
        .allMatch(TransactionLookup.Absent.class::isInstance);
    assertThat(transactions().find(ids("t3")))
        .allMatch(TransactionLookup.Removed.class::isInstance);
    assertThat(transactions().removeReceipts(Duration.ZERO, 2)).isEqualTo(1);
    assertThat(transactions().removeReceipts(Duration.ZERO, 2)).isZero();
    assertThat(read("t4").state()).isEqualTo(State.DONE);
    assertThat(transactions().begin(List.of(begun(body("t1")))))
        .containsExactly(BeginOutcome.BEGUN);
    assertThatThrownBy(() -> transactions().removeReceipts(Duration.ZERO, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private List<Receipt> receipts(String... ids) {
    return readAll(ids(ids)).stream().map(record -> Receipt.of(record).get()).toList();
  }

  private Receipt receipt(String id) {
    TransactionLookup lookup = transactions().find(ids(id)).get(0);
    assertThat(lookup).isInstanceOf(TransactionLookup.Removed.class);
    return ((TransactionLookup.Removed) lookup).receipt();
  }
}
