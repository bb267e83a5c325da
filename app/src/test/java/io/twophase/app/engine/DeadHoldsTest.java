package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.machine.Step.Blocker;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Withdraws what keeps others out and will never be settled, and nothing else. */
class DeadHoldsTest {

  private static final Target A = new Target.OfAccount(accountId("A"));

  private final FaultyStore store = Books.faulty(100, 0);
  private final DocumentWrites writes = new DocumentWrites(store);
  private final DeadHolds dead = new DeadHolds(store.holds(), store.records(), store.home());

  private static NewTransaction body(String id) {
    return transfer(id, "A", "B", cents(10));
  }

  /** A hold of A for a transaction that may not have begun. */
  private Blocker held(String id) {
    return new Blocker(A, writes.hold(body(id), 1).get(0));
  }

  private Blocker begunAndHeld(String id) {
    writes.begin(body(id));
    return held(id);
  }

  private Blocker canceled() {
    Blocker placed = begunAndHeld("canceled");
    writes.cancel("canceled");
    return placed;
  }

  private List<Hold> holdsOfA() {
    return store.holds().find(List.of(A)).get(0).stored().orElseThrow().holds();
  }

  @Test
  void orphansOfEachKindAreWithdrawnAndTheOthersStay() {
    Blocker finished = canceled();
    Blocker older = begunAndHeld("taken");
    writes.takeOver("taken", 1);
    Blocker lost = held("lost");
    Blocker alive = begunAndHeld("alive");
    Blocker unsettled = begunAndHeld("missed");
    writes.decide("missed", 1);
    writes.finish("missed");
    List<Blocker> all = List.of(finished, older, lost, alive, alive, unsettled);

    assertThat(dead.proofs(all))
        .containsExactly(
            HoldProof.FINISHED,
            HoldProof.OLDER_EPOCH,
            HoldProof.NO_RECORD,
            HoldProof.ALIVE,
            HoldProof.ALIVE,
            HoldProof.UNSETTLED);
    assertThat(dead.clear(all)).extracting(Lookup::id).containsExactly("alive");
    assertThat(holdsOfA()).containsExactly(alive.hold(), unsettled.hold());
    assertThat(dead.clear(all)).hasSize(1);
  }

  /** Its record is elsewhere, under whatever id. */
  @Test
  void ourRecordProvesNothingOfTheHoldOfAnotherHomeInTheSameCall() {
    Blocker ours = canceled();
    Hold hold = ours.hold();
    Hold theirs = Copies.with(hold, "home", new Home("theirs"));

    assertThat(dead.proofs(List.of(ours, new Blocker(A, theirs))))
        .containsExactly(HoldProof.FINISHED, HoldProof.UNPROVEN);
    assertThat(dead.proofs(List.of(new Blocker(A, theirs)))).containsExactly(HoldProof.UNPROVEN);
    assertThat(dead.clear(List.of(new Blocker(A, theirs)))).isEmpty();
  }

  @Test
  void aTombstoneThatHasNoAnswerCountsIfItIsThere() {
    Blocker lost = held("lost");
    store.faults().when(WriteKind.BEGIN).next(Fault.LOSE_REQUEST);
    assertThat(dead.clear(List.of(lost))).isEmpty();
    assertThat(holdsOfA()).containsExactly(lost.hold());

    store.faults().when(WriteKind.BEGIN).next(Fault.LOSE_ANSWER);
    dead.clear(List.of(lost));
    assertThat(holdsOfA()).isEmpty();
  }

  @Test
  void aTightTargetIsShownAsItIsWithoutItsOrphans() {
    canceled();
    Blocker alive = begunAndHeld("alive");

    Map<Target, Stored> cleared = dead.clearOf(List.of(A));

    assertThat(cleared).containsOnlyKeys(A);
    assertThat(cleared.get(A).holds()).containsExactly(alive.hold());
    assertThat(dead.clearOf(List.of(A))).isEmpty();
  }

  @Test
  void ofATightTargetThatCannotBeReadNothingIsWithdrawn() {
    canceled();
    store.unreadables().plant(Unreadables.Kind.ACCOUNT, "A");

    assertThat(dead.clearOf(List.of(A))).isEmpty();
  }

  @Test
  void aWithdrawalWithoutAnAnswerIsNoAnswerForATightTarget() {
    Blocker finished = canceled();
    store.faults().when(WriteKind.WITHDRAW).next(Fault.LOSE_REQUEST);
    assertThatThrownBy(() -> dead.clearOf(List.of(A)))
        .isInstanceOf(StoreUnavailableException.class);
    store.faults().when(WriteKind.WITHDRAW).next(Fault.LOSE_REQUEST);

    assertThat(dead.clear(List.of(finished))).isEmpty();
    assertThat(holdsOfA()).containsExactly(finished.hold());
  }
}
