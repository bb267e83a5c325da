package io.twophase.adapter.inmemory.fault;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Vitals;
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
import java.util.Optional;

/** A store on which every kind of write has something to change, and a view of what is in it. */
final class StoreUnderFault {

  static final Owner OWNER = new Owner(APP, token("mine"));

  private static final Placing HELD = placing("held", "A");
  private static final RecordId THERE = RecordId.of(transactionId("there"));
  private static final OwnerId PROCESS = new OwnerId("there");
  private static final NewRecord SEVERAL =
      NewRecord.several(
          new RecordId("batch:there"),
          List.of(transfer("member", "A", "B", usd("1"))),
          false,
          OWNER);

  private final InMemoryStore sound =
      InMemoryStore.create(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final FaultyStore store = FaultyStore.over(sound);

  StoreUnderFault() {
    for (String id : List.of("A", "C", "D")) {
      store.accounts().open(List.of(account(id).opening(usd("10"))));
    }
    store.holds().place(List.of(HELD));
    store.records().insert(List.of(record("there"), SEVERAL));
    store.owners().beat(PROCESS, APP, Duration.ofSeconds(1), Vitals.NONE);
  }

  /** A hold of three dollars of an account, to be debited. */
  static Placing placing(String record, String account) {
    return new Placing(
        RecordId.of(transactionId(record)),
        epoch(1),
        new Claim.OfRange(
            new Target.OfAccount(accountId(account)),
            new Scale.Money(USD),
            Range.whole(300, 0),
            false));
  }

  static NewRecord record(String id) {
    return NewRecord.submitted(transfer(id, "A", "B", usd("1")));
  }

  FaultyStore store() {
    return store;
  }

  /** The store as another process has it. */
  FaultyStore another() {
    return FaultyStore.over(sound);
  }

  Faults faults() {
    return store.faults();
  }

  /** Makes a write of this kind that would change the store, and answers what it was answered. */
  Object write(WriteKind kind) {
    return switch (kind) {
      case BEGIN -> store.records().insert(List.of(record("new"))).get(0).get(0);
      case ADVANCE ->
          store.records().move(List.of(Transition.acquire(THERE, Epoch.NONE, OWNER))).get(0);
      case TAKE -> store.records().take(List.of(MemberTake.alone(member(), OWNER))).get(0);
      case BEAT -> store.owners().beat(new OwnerId("new"), APP, Duration.ofSeconds(1), Vitals.NONE);
      case RETIRE -> store.owners().retire(PROCESS);
      case OPEN -> store.accounts().open(List.of(account("B").opening(usd("1")))).get(0);
      case CHANGE -> store.accounts().change(accountId("A"), StatusChange.FREEZE);
      case HOLD -> store.holds().place(List.of(placing("new", "A"))).get(0);
      case STAMP -> store.holds().stamp(List.of(stamping())).get(0);
      case SETTLE ->
          end(Ending.settle(HELD.record(), HELD.claim(), epoch(1), -300, Optional.empty()));
      case RELEASE -> end(Ending.release(HELD.record(), HELD.claim()));
      case WITHDRAW ->
          end(Ending.withdraw(HELD.record(), HELD.claim(), epoch(1), Optional.empty()));
    };
  }

  private static MemberDocument member() {
    return SEVERAL.documents(Instant.EPOCH).get(0);
  }

  private Stamping stamping() {
    return new Stamping(HELD.claim().target(), Hold.of(sound.home(), HELD), epoch(2));
  }

  private Object end(Ending ending) {
    return store.holds().end(List.of(ending)).get(0);
  }

  void writeNothing() {
    store.holds().place(List.of());
    store.records().insert(List.of());
  }

  /** All that is in the store. */
  List<Object> contents() {
    List<Object> contents = new ArrayList<>();
    store.holds().scan(InMemoryStore.ACCOUNTS, false, contents::add);
    store.records().scan(Optional.empty(), contents::add);
    contents.addAll(store.owners().silent(Duration.ZERO, OwnerRepository.MAX_SILENT));
    return contents;
  }
}
