package io.twophase.adapter.inmemory.fault;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.RangeRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.ProcessDied;
import io.twophase.test.fault.WriteKind;
import io.vavr.control.Option;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults of single elements, the death of a process, and the ports of documents and batches. */
class AimedFaultsTest {

  private static final BatchId BATCH = new BatchId("batch:1");
  private static final DocumentRef ORDER = CollectionName.of("orders").document("7");
  private static final AccountHoldOutcome ACCOUNT_IN_DOUBT = AccountHoldOutcome.inDoubt();

  private final InMemoryStore sound =
      InMemoryStore.create(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final FaultyStore store = FaultyStore.over(sound);
  private final Faults faults = store.faults();

  @BeforeEach
  void openAccounts() {
    sound
        .accounts()
        .open(List.of(account("A").opening(usd("10")), account("B").opening(usd("10"))));
  }

  private static Leg leg(String account) {
    return new Leg(transactionId("t"), epoch(1), debit(account, usd("3")));
  }

  private List<AccountHoldOutcome> holdBoth() {
    return store.accounts().hold(List.of(leg("A"), leg("B")));
  }

  private int holdsOf(String account) {
    return sound
        .accounts()
        .find(List.of(accountId(account)))
        .get(0)
        .<Integer>fold(found -> found.account().holdCount(), absent -> -1, unreadable -> -1);
  }

  @Test
  void aLostAnswerOfOneElementLeavesTheOthersTheirs() {
    faults.when(WriteKind.HOLD).on(accountId("B")).next(Fault.LOSE_ANSWER);

    assertThat(holdBoth()).containsExactly(AccountHoldOutcome.held(), ACCOUNT_IN_DOUBT);
    assertThat(List.of(holdsOf("A"), holdsOf("B"))).containsExactly(1, 1);
  }

  @Test
  void aLostRequestOfOneElementIsNotMadeAndTheOthersAre() {
    faults.when(WriteKind.HOLD).on(accountId("A")).next(Fault.LOSE_REQUEST);

    assertThat(holdBoth()).containsExactly(ACCOUNT_IN_DOUBT, AccountHoldOutcome.held());
    assertThat(List.of(holdsOf("A"), holdsOf("B"))).containsExactly(0, 1);
  }

  @Test
  void aLateElementArrivesByItself() {
    faults.when(WriteKind.HOLD).on(accountId("B")).next(Fault.DELIVER_LATE);

    assertThat(holdBoth()).containsExactly(AccountHoldOutcome.held(), ACCOUNT_IN_DOUBT);
    assertThat(holdsOf("B")).isZero();
    assertThat(faults.deliverLate()).isOne();
    assertThat(List.of(holdsOf("A"), holdsOf("B"))).containsExactly(1, 1);
  }

  @Test
  void aCallWithoutTheElementIsNeitherStruckNorCounted() {
    faults.when(WriteKind.HOLD).on(accountId("B")).next(Fault.UNAVAILABLE);

    assertThat(store.accounts().hold(List.of(leg("A")))).containsExactly(AccountHoldOutcome.held());
    assertThatThrownBy(() -> store.accounts().hold(List.of(leg("B"))))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("hold B");
  }

  @Test
  void whatIsNotMetIsNamedWithWhatWasWrittenInItsTime() {
    faults.when(WriteKind.SETTLE).described("no answer to the settle").next(Fault.LOSE_ANSWER);
    faults.when(WriteKind.SETTLE).on(accountId("C")).dies();
    faults.after(7).first(() -> {});
    holdBoth();

    assertThat(faults.unmet())
        .containsExactly(
            "no answer to the settle; since it was planned these were written:" + " [hold A, B]",
            "the death after SETTLE; since it was planned these were written: [hold A, B]",
            "what comes before any write; since it was planned these were written: [hold A, B]");
    assertThat(faults.outstanding()).isEqualTo(3);
  }

  @Test
  void whereNothingWasWrittenItSaysSo() {
    faults.next(Fault.LOSE_ANSWER);

    assertThat(faults.unmet()).singleElement().asString().endsWith("nothing was written");
  }

  @Test
  void whoDiesHasWrittenAndDoesNothingMore() {
    faults.ofTransactions().after(1).dies();
    store.accounts().open(List.of(account("C").opening(usd("1"))));
    store.transactions().begin(List.of(record()));

    assertThat(faults.hasDied()).isFalse();
    assertThatThrownBy(this::holdBoth)
        .isInstanceOf(ProcessDied.class)
        .hasMessage("the process dies after it wrote: hold A, B");
    assertThat(faults.hasDied()).isTrue();
    assertThat(List.of(holdsOf("A"), holdsOf("B"))).containsExactly(1, 1);
    assertThatThrownBy(() -> store.accounts().find(List.of(accountId("A"))))
        .isInstanceOf(ProcessDied.class);
    assertThatThrownBy(() -> store.transactions().scan(found -> {}))
        .isInstanceOf(ProcessDied.class);
    assertThatThrownBy(() -> store.events().get().isOn()).isInstanceOf(ProcessDied.class);
    assertThat(faults.unmet()).isEmpty();
  }

  @Test
  void othersOfTheSameStoreLiveOn() {
    faults.ofTransactions().dies();
    assertThatThrownBy(this::holdBoth).isInstanceOf(ProcessDied.class);

    FaultyStore other = FaultyStore.over(sound);
    assertThat(other.accounts().find(List.of(accountId("A")))).hasSize(1);
    assertThat(other.home()).isEqualTo(store.home());
  }

  /** A part that the faulty store forgets would be one that the process under test does without. */
  @Test
  void noPartOfTheStoreIsLeftOut() throws ReflectiveOperationException {
    for (Method part : Store.class.getMethods()) {
      if (part.getReturnType() == Option.class) {
        assertThat(((Option<?>) part.invoke(store)).isDefined())
            .as(part.getName())
            .isEqualTo(((Option<?>) part.invoke(sound)).isDefined());
      }
    }
  }

  @Test
  void whatOthersDoComesBeforeTheWrite() {
    List<String> order = new ArrayList<>();
    faults.when(WriteKind.HOLD).first(() -> order.add("holds of A before: " + holdsOf("A")));

    assertThat(holdBoth()).doesNotContain(ACCOUNT_IN_DOUBT);
    assertThat(order).containsExactly("holds of A before: 0");
    assertThat(holdsOf("A")).isOne();
  }

  @Test
  void stepsOfARecordAreToldApart() {
    store.transactions().begin(List.of(record()));
    faults.when(WriteKind.ADVANCE).where(it -> it.step().equals("claim")).next(Fault.LOSE_ANSWER);

    assertThat(store.transactions().advance(List.of(new Transition.Finish(transactionId("t")))))
        .containsExactly(MatchOutcome.NOT_MATCHED);
    assertThat(
            store
                .transactions()
                .advance(List.of(new Transition.Claim(transactionId("t"), APP, token("x")))))
        .containsExactly(MatchOutcome.IN_DOUBT);
  }

  private static NewRecord record() {
    return new NewRecord.Submitted(transfer("t", "A", "B", usd("1")));
  }

  @Test
  void documentsHaveFaultsToo() {
    List<DocumentLeg> legs =
        List.of(
            new DocumentLeg(sound.home(), transactionId("t"), epoch(1), new CheckAbsent(ORDER)));
    faults.when(WriteKind.HOLD).on(ORDER).next(Fault.LOSE_REQUEST);

    assertThat(store.documents().hold(legs)).containsExactly(DocumentHoldOutcome.inDoubt());
    for (WriteKind kind : List.of(WriteKind.STAMP, WriteKind.SETTLE)) {
      faults.when(kind).next(Fault.LOSE_REQUEST);
    }
    assertThat(store.documents().stamp(legs)).containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(store.documents().settle(legs)).containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(faults.unmet()).isEmpty();
  }

  @Test
  void batchesHaveFaultsToo() {
    RangeRepository ranges = store.batches().get().ranges();
    BatchRepository batches = store.batches().get().records();
    faults.when(WriteKind.HOLD).on(accountId("A")).next(Fault.LOSE_ANSWER);
    faults.when(WriteKind.BEGIN).next(Fault.LOSE_REQUEST);
    faults.when(WriteKind.ADVANCE).next(Fault.LOSE_REQUEST);
    RangeCall look = new RangeCall(BATCH, new RangeRequest.Look(accountId("A"), USD));
    RangeCall hold =
        new RangeCall(
            BATCH, new RangeRequest.Hold(accountId("A"), epoch(1), Range.whole(300, 0), USD));

    assertThat(ranges.ask(List.of(look))).noneMatch(RangeReply::isInDoubt);
    assertThat(ranges.ask(List.of(hold))).allMatch(RangeReply::isInDoubt);
    assertThat(holdsOf("A")).isOne();
    assertThat(
            batches.begin(
                new NewBatch(BATCH, List.of(transfer("t", "A", "B", usd("1"))), false),
                new BatchRecord.Owner(APP, Option.none(), token("x"))))
        .isEqualTo(new BatchBegun(BeginOutcome.IN_DOUBT, List.of(BeginOutcome.IN_DOUBT)));
    assertThat(batches.advance(List.of(new BatchTransition.Finish(BATCH))))
        .containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(batches.hasRecords()).isFalse();
    assertThat(faults.unmet()).isEmpty();
  }
}
