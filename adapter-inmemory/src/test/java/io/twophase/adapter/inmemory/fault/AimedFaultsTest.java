package io.twophase.adapter.inmemory.fault;

import static io.twophase.adapter.inmemory.fault.StoreUnderFault.OWNER;
import static io.twophase.adapter.inmemory.fault.StoreUnderFault.placing;
import static io.twophase.adapter.inmemory.fault.StoreUnderFault.record;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.Epoch;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.ProcessDied;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults of single elements, the death of a process, and the faults of documents and members. */
class AimedFaultsTest {

  private static final RecordId T = RecordId.of(transactionId("t"));
  private static final DocumentRef ORDER = CollectionName.of("orders").document("7");
  private static final Placing CHECK =
      new Placing(T, epoch(1), new Claim.OfDocument(T.transaction(), new CheckAbsent(ORDER)));

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

  private List<Answer.Kind> hold(String... accounts) {
    return store
        .holds()
        .place(List.of(accounts).stream().map(account -> placing("t", account)).toList())
        .stream()
        .map(Answer::kind)
        .toList();
  }

  private List<Integer> holdsOf(String... accounts) {
    return List.of(accounts).stream()
        .map(account -> new Target.OfAccount(accountId(account)))
        .map(target -> sound.holds().findLatest(target).stored().orElseThrow())
        .map(Stored::holds)
        .map(List::size)
        .toList();
  }

  @Test
  void aLostAnswerOfOneElementLeavesTheOthersTheirs() {
    faults.when(WriteKind.HOLD).on(accountId("B")).next(Fault.LOSE_ANSWER);

    assertThat(hold("A", "B")).containsExactly(Answer.Kind.HELD, Answer.Kind.IN_DOUBT);
    assertThat(holdsOf("A", "B")).containsExactly(1, 1);
  }

  @Test
  void aLostRequestOfOneElementIsNotMadeAndTheOthersAre() {
    faults.when(WriteKind.HOLD).on(accountId("A")).next(Fault.LOSE_REQUEST);

    assertThat(hold("A", "B")).containsExactly(Answer.Kind.IN_DOUBT, Answer.Kind.HELD);
    assertThat(holdsOf("A", "B")).containsExactly(0, 1);
  }

  @Test
  void aLateElementArrivesByItself() {
    faults.when(WriteKind.HOLD).on(accountId("B")).next(Fault.DELIVER_LATE);

    assertThat(hold("A", "B")).containsExactly(Answer.Kind.HELD, Answer.Kind.IN_DOUBT);
    assertThat(holdsOf("B")).containsExactly(0);
    assertThat(faults.deliverLate()).isOne();
    assertThat(holdsOf("A", "B")).containsExactly(1, 1);
  }

  @Test
  void aCallWithoutTheElementIsNeitherStruckNorCounted() {
    faults.when(WriteKind.HOLD).on(accountId("B")).next(Fault.UNAVAILABLE);

    assertThat(hold("A")).containsExactly(Answer.Kind.HELD);
    assertThatThrownBy(() -> hold("B"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("hold B");
  }

  @Test
  void whatIsNotMetIsNamedWithWhatWasWrittenInItsTime() {
    faults.when(WriteKind.SETTLE).described("no answer to the settle").next(Fault.LOSE_ANSWER);
    faults.when(WriteKind.SETTLE).on(accountId("C")).dies();
    faults.after(7).first(() -> {});
    hold("A", "B");

    assertThat(faults.unmet())
        .containsExactly(
            "no answer to the settle; since it was planned these were written: [hold A, B]",
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
    store.records().insert(List.of(record("t")));

    assertThat(faults.hasDied()).isFalse();
    assertThatThrownBy(() -> hold("A", "B"))
        .isInstanceOf(ProcessDied.class)
        .hasMessage("the process dies after it wrote: hold A, B");
    assertThat(faults.hasDied()).isTrue();
    assertThat(holdsOf("A", "B")).containsExactly(1, 1);
    assertThatThrownBy(() -> store.holds().collections()).isInstanceOf(ProcessDied.class);
    assertThatThrownBy(() -> store.records().scan(Optional.empty(), found -> {}))
        .isInstanceOf(ProcessDied.class);
    assertThatThrownBy(() -> store.events().isOn()).isInstanceOf(ProcessDied.class);
    assertThat(faults.unmet()).isEmpty();
  }

  @Test
  void othersOfTheSameStoreLiveOn() {
    faults.ofTransactions().dies();
    assertThatThrownBy(() -> hold("A", "B")).isInstanceOf(ProcessDied.class);

    FaultyStore other = FaultyStore.over(sound);
    assertThat(other.holds().find(List.of(placing("t", "A").claim().target()))).hasSize(1);
    assertThat(other.home()).isEqualTo(store.home());
  }

  @Test
  void whatOthersDoComesBeforeTheWrite() {
    List<String> order = new ArrayList<>();
    faults.when(WriteKind.HOLD).first(() -> order.add("holds of A before: " + holdsOf("A")));

    assertThat(hold("A", "B")).containsOnly(Answer.Kind.HELD);
    assertThat(order).containsExactly("holds of A before: [0]");
    assertThat(holdsOf("A")).containsExactly(1);
  }

  @Test
  void stepsOfARecordAreToldApart() {
    store.records().insert(List.of(record("t")));
    faults.when(WriteKind.ADVANCE).where(it -> it.step().equals("claim")).next(Fault.LOSE_ANSWER);

    assertThat(move(Transition.finish(T, State.APPLIED))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(move(Transition.acquire(T, Epoch.NONE, OWNER))).isEqualTo(MatchOutcome.IN_DOUBT);
  }

  private MatchOutcome move(Transition transition) {
    return store.records().move(List.of(transition)).get(0);
  }

  @Test
  void documentsHaveFaultsToo() {
    for (WriteKind kind : List.of(WriteKind.HOLD, WriteKind.STAMP, WriteKind.SETTLE)) {
      faults.when(kind).on(ORDER).next(Fault.LOSE_REQUEST);
    }

    assertThat(store.holds().place(List.of(CHECK))).containsExactly(Answer.inDoubt());
    assertThat(
            store
                .holds()
                .stamp(
                    List.of(
                        new Stamping(
                            CHECK.claim().target(), Hold.of(sound.home(), CHECK), epoch(2)))))
        .containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(
            store
                .holds()
                .end(List.of(Ending.settle(T, CHECK.claim(), epoch(1), 0, Optional.empty()))))
        .containsExactly(MatchOutcome.IN_DOUBT);
    assertThat(faults.unmet()).isEmpty();
    assertThat(sound.holds().collections()).isEmpty();
  }

  @Test
  void aRecordOfSeveralIsInDoubtWithItsMembers() {
    NewRecord several =
        NewRecord.several(
            new RecordId("batch:1"), List.of(transfer("t", "A", "B", usd("1"))), false, OWNER);
    faults.when(WriteKind.BEGIN).next(Fault.LOSE_REQUEST);

    assertThat(store.records().insert(List.of(several)))
        .containsExactly(List.of(BeginOutcome.IN_DOUBT, BeginOutcome.IN_DOUBT));
    assertThat(faults.unmet()).isEmpty();
  }
}
