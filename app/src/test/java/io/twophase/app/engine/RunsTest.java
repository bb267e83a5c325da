package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.engine.Ownership.Presence;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a fault of the store leaves of many transactions of a call. */
class RunsTest {

  /** A process that cannot be named any more is no reason to lose what others have been told. */
  @Test
  void whoWasAnsweredIsAnsweredThoughTheStoreThenFails() {
    for (boolean inOrder : new boolean[] {false, true}) {
      RecordWorld world = RecordWorld.inMemory();
      DocumentRef document = RecordWorld.documentRef(0);
      world.fill(List.of(), Map.of(document, Fields.of(Map.of("n", 1))));
      List<NewTransaction> rows = new ArrayList<>();
      for (String id : List.of("t1", "t2", "t3")) {
        rows.add(
            TwoPhase.transaction(id).change(document, FieldChange.inc("n", 1)).transaction().get());
      }
      AtomicInteger named = new AtomicInteger();
      Presence once =
          () -> {
            if (named.getAndIncrement() > 0) {
              throw new StoreUnavailableException("the owner cannot be stored");
            }
            return Optional.empty();
          };
      Ownership ownership =
          new Ownership(world.store.owners(), once, () -> Duration.ZERO, pause -> {});

      Runs.Ended ended =
          world
              .runs(world.store, ownership)
              .run(rows, inOrder, WaitPolicy.PAUSE, (at, decided) -> {});

      assertThat(RecordWorld.kinds(ended))
          .containsExactly(Result.Kind.APPLIED, Result.Kind.UNKNOWN, Result.Kind.UNKNOWN);
      assertThat(ended.failure()).isNotEmpty();
    }
  }

  /** A withdrawal that was not sent is no reason to refuse what the dead hold keeps. */
  @Test
  void aDeadHoldIsClearedAgainIfItsWithdrawalFailed() {
    RecordWorld world = RecordWorld.inMemory();
    world.fill(
        List.of(
            Opening.of(RecordWorld.accountId(0), Fixtures.cents(5)).get(),
            Opening.of(RecordWorld.accountId(1), Fixtures.cents(0)).get()),
        Map.of());
    Claim dead =
        new Claim.OfRange(
            new Target.OfAccount(RecordWorld.accountId(0)),
            new Scale.Money(Fixtures.USD),
            Range.whole(5, 0),
            false);
    world.store.holds().place(List.of(new Placing(new RecordId("dead"), Epoch.FIRST, dead)));
    List<NewTransaction> rows = new ArrayList<>();
    for (String id : List.of("t1", "t2")) {
      rows.add(
          new TransferRequest(
                  new TransactionId(id),
                  RecordWorld.accountId(0),
                  RecordWorld.accountId(1),
                  Fixtures.cents(2))
              .transaction()
              .get());
    }
    FaultyStore store = FaultyStore.over(world.store);
    store.faults().when(WriteKind.WITHDRAW).next(Fault.UNAVAILABLE);

    Runs.Ended ended =
        world
            .runs(store, world.nobodyShown())
            .run(rows, false, WaitPolicy.PAUSE, (at, decided) -> {});

    assertThat(store.faults().outstanding()).isZero();

    assertThat(RecordWorld.kinds(ended)).containsOnly(Result.Kind.APPLIED);
  }
}
