package io.twophase.adapter.inmemory.fault;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.OwnerRepository;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A store on which every kind of write has something to change, and a view of what is in it. */
final class StoreUnderFault {

  private static final Leg HELD = leg("held");

  private static final OwnerId PROCESS = new OwnerId("there");

  private final InMemoryStore sound =
      InMemoryStore.create(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final FaultyStore store = FaultyStore.over(sound);

  StoreUnderFault() {
    store.accounts().open(List.of(account("A").opening(usd("10"))));
    store.accounts().hold(List.of(HELD));
    store.transactions().begin(List.of(record("there")));
    store.owners().beat(PROCESS, APP, Duration.ofSeconds(1));
  }

  private static Leg leg(String transaction) {
    return new Leg(transactionId(transaction), epoch(1), debit("A", usd("3")));
  }

  private static NewRecord record(String id) {
    return new NewRecord.Submitted(transfer(id, "A", "B", usd("1")));
  }

  Faults faults() {
    return store.faults();
  }

  /** Makes a write of this kind that would change the store, and answers what it was answered. */
  Object write(WriteKind kind) {
    return switch (kind) {
      case BEGIN -> store.transactions().begin(List.of(record("new"))).get(0);
      case ADVANCE ->
          store
              .transactions()
              .advance(List.of(new Transition.Claim(transactionId("there"), APP, token("mine"))))
              .get(0);
      case BEAT -> store.owners().beat(new OwnerId("new"), APP, Duration.ofSeconds(1));
      case RETIRE -> store.owners().retire(PROCESS);
      case OPEN -> store.accounts().open(List.of(account("B").opening(usd("1")))).get(0);
      case CHANGE -> store.accounts().change(accountId("A"), StatusChange.FREEZE);
      case HOLD -> store.accounts().hold(List.of(leg("new"))).get(0);
      case STAMP ->
          store
              .accounts()
              .stamp(List.of(new Leg(HELD.transaction(), epoch(2), HELD.operation())))
              .get(0);
      case SETTLE -> store.accounts().settle(List.of(HELD)).get(0);
      case RELEASE -> store.accounts().release(List.of(HELD)).get(0);
      case WITHDRAW -> store.accounts().withdraw(List.of(HELD)).get(0);
    };
  }

  void writeNothing() {
    store.accounts().hold(List.of());
    store.transactions().begin(List.of());
  }

  /** All that is in the store. */
  List<Object> contents() {
    List<Object> contents = new ArrayList<>();
    store.accounts().scan(contents::add);
    store.transactions().scan(contents::add);
    contents.addAll(store.owners().silent(Duration.ZERO, OwnerRepository.MAX_SILENT));
    return contents;
  }
}
