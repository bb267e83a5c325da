package io.twophase.app.retention;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingBatches;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was finished long ago is removed, after all that must be done before. */
class RetentionTest {

  private static final Duration DAY = Duration.ofDays(1);

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final InMemoryStore store = InMemoryStore.keeping(DAY, () -> now);
  private final TwoPhase host = TwoPhase.over(store).batchesAsOne(true).build();

  /** Keeps notes of what it is shown. */
  private static final class Notes implements BeforeRemoval {
    private final List<Set<TransactionId>> kept = new ArrayList<>();
    private final List<RemovalPage> pages = new ArrayList<>();
    private Set<TransactionId> held = Set.of();

    @Override
    public Set<TransactionId> heldBack(RemovalPage page) {
      return held;
    }

    @Override
    public void keep(RemovalPage page) {
      pages.add(page);
      kept.add(page.ids());
    }
  }

  @BeforeEach
  void open() {
    store
        .accounts()
        .open(List.of(account("A").opening(usd("10")), account("B").opening(usd("10"))));
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void transfer(String id) {
    assertThat(host.transfers().transfer(request(id))).isInstanceOf(TransactionOutcome.class);
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), usd("1"));
  }

  private Retention retention(BeforeRemoval... steps) {
    return retention(store.transactions(), steps);
  }

  private Retention retention(TransactionRepository transactions, BeforeRemoval... steps) {
    return new Retention(transactions, store.batches().map(Batches::records), List.of(steps));
  }

  private boolean isThere(String id) {
    return store.transactions().find(List.of(transactionId(id))).get(0)
        instanceof TransactionLookup.Found;
  }

  private static Set<TransactionId> ids(String... ids) {
    return Set.copyOf(Stream.of(ids).map(TransactionId::new).toList());
  }

  @Test
  void whatWasFinishedLongAgoIsRemovedAndWhatCameLaterStays() {
    transfer("t1");
    now = now.plusMillis(1);
    transfer("t2");
    now = now.plus(DAY).minusMillis(1);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(1, 0));

    assertThat(isThere("t1")).isFalse();
    assertThat(isThere("t2")).isTrue();
    assertThat(host.retention().pass().isNothing()).isTrue();
  }

  @Test
  void whereRecordsAreKeptForEverNothingIsRemoved() {
    InMemoryStore other = InMemoryStore.create(() -> now);
    try (TwoPhase forEver = TwoPhase.over(other).build()) {
      other
          .accounts()
          .open(List.of(account("A").opening(usd("10")), account("B").opening(usd("1"))));
      forEver.transfers().transfer(request("t1"));
      now = now.plus(Duration.ofDays(9_999));

      assertThat(forEver.retention().pass().isNothing()).isTrue();
      assertThat(other.transactions().find(List.of(transactionId("t1"))).get(0))
          .isInstanceOf(TransactionLookup.Found.class);
    }
  }

  @Test
  void eachStepIsShownWhatIsRemovedNextAndNothingElse() {
    transfer("t1");
    transfer("t2");
    now = now.plus(DAY);
    Notes first = new Notes();
    Notes second = new Notes();
    second.held = ids("t1");

    assertThat(retention(first, second).pass()).isEqualTo(new Retention.Removed(1, 0));

    assertThat(first.kept).containsExactly(ids("t2"));
    assertThat(second.kept).containsExactly(ids("t2"));
    assertThat(isThere("t1")).isTrue();

    second.held = Set.of();
    assertThat(retention(first, second).pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1")).isFalse();
  }

  @Test
  void aTransferOfABatchThatIsHeldBackStaysAndSoDoesItsBatch() {
    host.transfers().transferAll(List.of(request("m1"), request("m2")), Order.AS_GIVEN);
    now = now.plus(DAY);
    Notes step = new Notes();
    step.held = ids("m2");

    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 0));

    assertThat(step.kept).containsExactly(ids("m1"));
    assertThat(step.pages.get(0).batches())
        .singleElement()
        .satisfies(
            batch ->
                assertThat(step.pages.get(0).transactions().get(0).batch()).contains(batch.id()));
    assertThat(isThere("m1")).isFalse();
    assertThat(isThere("m2")).isTrue();

    step.held = Set.of();
    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 1));
    assertThat(isThere("m2")).isFalse();
  }

  @Test
  void whereAStepFailsNothingIsRemoved() {
    transfer("t1");
    host.transfers().transferAll(List.of(request("m1"), request("m2")), Order.AS_GIVEN);
    now = now.plus(DAY);
    BeforeRemoval failing =
        new BeforeRemoval() {
          @Override
          public void keep(RemovalPage page) {
            throw new StoreException("planted");
          }
        };

    assertThatThrownBy(() -> retention(failing).pass()).hasMessage("planted");

    assertThat(Stream.of("t1", "m1", "m2").allMatch(this::isThere)).isTrue();
  }

  @Test
  void whatAPassHasKeptAndNotRemovedComesAgain() {
    transfer("t1");
    transfer("t2");
    now = now.plus(DAY);
    Notes step = new Notes();
    TransactionRepository removingHalf =
        new ForwardingTransactions(store.transactions()) {
          @Override
          public List<MatchOutcome> remove(List<Transaction> finished) {
            super.remove(finished.subList(0, 1));
            throw new StoreUnavailableException("planted");
          }
        };

    assertThatThrownBy(() -> retention(removingHalf, step).pass()).hasMessage("planted");
    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 0));

    assertThat(step.kept).containsExactly(ids("t1", "t2"), ids("t2"));
  }

  @Test
  void aPassComesToWhatIsBehindAPageThatIsHeldBack() {
    List<TransactionId> held = new ArrayList<>();
    try (TwoPhase lone = TwoPhase.over(store).batchesAsOne(false).build()) {
      for (int at = 0; at < RemovalPage.SIZE; at++) {
        TransferRequest refused =
            new TransferRequest(
                transactionId("early-" + at), accountId("A"), accountId("B"), usd("99"));
        lone.transfers().transfer(refused);
        held.add(refused.id());
      }
    }
    now = now.plusMillis(1);
    transfer("t1");
    now = now.plus(DAY);
    Notes step = new Notes();
    step.held = Set.copyOf(held);

    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1")).isFalse();
  }

  @Test
  void aReversalStaysAsLongAsWhatItReverses() {
    transfer("t1");
    assertThat(host.compensation().reverse(transactionId("t1"), "a mistake"))
        .isInstanceOf(ReverseOutcome.Reversed.class);
    now = now.plus(DAY);
    Notes step = new Notes();
    step.held = ids("t1");

    assertThat(retention(step).pass().isNothing()).isTrue();
    assertThat(host.compensation().reverse(transactionId("t1"), "a mistake"))
        .isInstanceOf(ReverseOutcome.Reversed.class);
    assertThat(host.audit().run().findings()).isEmpty();

    step.held = Set.of();
    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1")).isFalse();
    assertThat(isThere("t1:reversal")).isTrue();
    assertThat(retention(step).pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1:reversal")).isFalse();
  }

  /** Without what keeps the first try from coming, that try would move the money once more. */
  @Test
  void whatKeepsTheIdOfATryAtAReversalStaysAsLongAsTheOthers() {
    transfer("t1");
    store.transactions().begin(List.of(new NewRecord.Tombstone(transactionId("t1:reversal"))));
    ReverseOutcome reversed = host.compensation().reverse(transactionId("t1"), "");
    assertThat(reversed)
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t1:reversal:2"), false));
    now = now.plus(DAY);
    Notes step = new Notes();
    step.held = ids("t1");

    assertThat(retention(step).pass().isNothing()).isTrue();
    assertThat(host.compensation().reverse(transactionId("t1"), ""))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t1:reversal:2"), true));
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void batchesAreReadByPagesAndWhatStaysKeepsNobodyBack() {
    for (int batch = 0; batch < 250; batch++) {
      host.transfers()
          .transferAll(
              List.of(request("a%03d".formatted(batch)), request("b%03d".formatted(batch))),
              Order.ANY);
      now = now.plusMillis(1);
    }
    now = now.plus(DAY);
    List<Integer> pages = new ArrayList<>();
    BatchRepository counted =
        new ForwardingBatches(store.batches().get().records()) {
          @Override
          public List<BatchLookup> ended(EndedQuery query) {
            List<BatchLookup> page = super.ended(query);
            pages.add(page.size());
            return page;
          }
        };
    Notes step = new Notes();
    step.held = ids("a000", "a100", "a249");

    assertThat(new Retention(store.transactions(), Option.some(counted), List.of(step)).pass())
        .isEqualTo(new Retention.Removed(497, 247));

    assertThat(pages).containsExactly(100, 100, 50);
  }

  /** The store, which refuses to remove some of the lone transactions. */
  private TransactionRepository refusing(Set<TransactionId> refused) {
    return new ForwardingTransactions(store.transactions()) {
      @Override
      public List<MatchOutcome> remove(List<Transaction> some) {
        if (some.stream().anyMatch(each -> refused.contains(each.id()))) {
          throw new StoreException("not authorized to remove");
        }
        return super.remove(some);
      }
    };
  }

  @Test
  void whatTheStoreRefusesToRemoveIsNamedAndTheOthersGo() {
    List.of("t1", "t2", "t3").forEach(this::transfer);
    now = now.plus(DAY);

    Retention.Removed removed = retention(refusing(ids("t2"))).pass();

    assertThat(removed.transactions()).isEqualTo(2);
    assertThat(removed.stays())
        .containsExactly(new TransactionLookup.Unreadable("t2", "not authorized to remove"));
  }

  @Test
  void aStoreThatRefusesEachRemovalIsAFaultOfThePass() {
    List.of("t1", "t2", "t3").forEach(this::transfer);
    now = now.plus(DAY);

    assertThatThrownBy(() -> retention(refusing(ids("t1", "t2", "t3"))).pass())
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "none of 3 records that are due can be removed; the first is t1: not authorized to"
                + " remove");
  }

  @Test
  void aPassWithAFaultAnswersWhatItRemoved() {
    List.of("t1", "t2", "t3").forEach(this::transfer);
    now = now.plus(DAY);
    Retention failing =
        new Retention(
            refusing(ids("t2")),
            Option.none(),
            List.of(),
            () -> {
              throw new StoreException("what follows fails");
            });

    Retention.Removed removed = failing.attempt();

    assertThat(removed.transactions()).isEqualTo(2);
    assertThat(removed.stays()).hasSize(1);
    assertThat(removed.fault().get()).hasMessage("what follows fails");
  }

  @Test
  void whatStaysIsBounded() {
    List<TransactionLookup.Unreadable> page =
        Collections.nCopies(1_000, new TransactionLookup.Unreadable("t", "odd"));
    Retention.Removed one = new Retention.Removed(0, 0, 0, page, Option.none());

    assertThat(one.plus(one).stays()).hasSize(1_000);
  }

  @Test
  void recoveryRemovesToo() {
    transfer("t1");
    now = now.plus(DAY);

    assertThat(host.recovery().removeExpired()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(host.audit().run().findings()).isEmpty();
  }
}
