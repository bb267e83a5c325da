package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Plans;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.ProcessDied;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A store in memory with A, who has 100, B and C, in which other processes have left records, and a
 * host that recovers. Time passes where the host pauses, and where a test says so.
 */
final class RecoveryWorld implements AutoCloseable {

  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  static final Optional<OwnerId> DEAD = Optional.of(new OwnerId("dead"));

  final SettableClock clock = new SettableClock(Fixtures.NOW);
  final InMemoryStore sound = InMemoryStore.create(clock);
  final FaultyStore store = FaultyStore.over(sound);
  private final Set<OwnerId> beating = new HashSet<>(List.of(new OwnerId("living")));
  Duration now = Duration.ZERO;
  Runnable paused = () -> {};
  final Plans plans = new Plans();
  TwoPhase host =
      host(Interceptor.before(Store.class, store, plans), TwoPhaseSettings.of(application("test")));

  RecoveryWorld() {
    Books.open(sound, 100, 0, 0);
    beat();
  }

  /** The host has these settings from now on. */
  void use(TwoPhaseSettings settings) {
    host.close();
    host = host(Interceptor.before(Store.class, store, plans), settings);
  }

  /** Nothing goes wrong from now on. */
  void recoverFromFaults() {
    store.faults().clear();
    plans.clear();
  }

  /** Another process over this store, as it sees the store. */
  TwoPhase host(Store seen, TwoPhaseSettings settings) {
    return TwoPhase.over(seen)
        .settings(settings)
        .ticker(() -> now)
        .pause(this::pass)
        .executor(Runnable::run)
        .build();
  }

  @Override
  public void close() {
    host.close();
  }

  private void beat() {
    beating.forEach(owner -> beat(owner, SECOND));
  }

  void beat(OwnerId owner, Duration every) {
    sound.owners().beat(owner, application("other"), every, Vitals.NONE);
  }

  /** The owner of the record is alive from now on. */
  void ownerBeats(String record) {
    record(record)
        .record()
        .flatMap(there -> there.owner())
        .flatMap(Owner::process)
        .ifPresent(beating::add);
  }

  void pass(Duration time) {
    now = now.plus(time);
    clock.advance(time);
    beat();
    paused.run();
  }

  static Owner owner(Optional<OwnerId> process) {
    return new Owner(application("other"), process, token("of another"));
  }

  static NewRecord batch(String id, boolean inOrder, NewTransaction... transfers) {
    return NewRecord.several(new RecordId(id), List.of(transfers), inOrder, owner(DEAD));
  }

  /** Another process asks for transfers, and dies when so many writes have come after its first. */
  void dieAfter(int write, TransferRequest... requests) {
    FaultyStore mortal = FaultyStore.over(sound);
    mortal.faults().ofTransactions().after(write).dies();
    Store seen = Interceptor.replacing(mortal, OwnerRepository.class, owners -> sound.owners());
    try (TwoPhase dying = host(seen, TwoPhaseSettings.of(application("other")))) {
      assertThatThrownBy(() -> dying.transfers().transferAll(List.of(requests), Order.AS_GIVEN))
          .isInstanceOf(ProcessDied.class);
    }
  }

  /** A transaction alone is begun. */
  void begin(NewTransaction body, Optional<OwnerId> process) {
    sound.records().insert(List.of(NewRecord.alone(body, owner(process))));
  }

  /** A record of several is begun. */
  void begin(NewRecord batch, Optional<OwnerId> process) {
    sound
        .records()
        .insert(
            List.of(
                NewRecord.several(
                    batch.id(), batch.members(), batch.first().inOrder(), owner(process))));
  }

  void decide(NewRecord batch, String... left) {
    List<TransactionId> free = Stream.of(left).map(TransactionId::new).toList();
    Map<TransactionId, CancelReason> refused = new LinkedHashMap<>();
    for (TransactionId id : batch.memberIds()) {
      if (!free.contains(id)) {
        refused.put(id, new HoldRefusal.NoSuchAccount(accountId("nowhere")));
      }
    }
    Verdict verdict = new Verdict(refused, new LinkedHashSet<>(free), Set.of(), Map.of());
    move(Transition.decide(batch.id(), batch.memberIds(), epoch(1), Map.of(), verdict));
  }

  /** A pending record is decided, and ends. */
  void end(NewRecord batch, String... left) {
    decide(batch, left);
    move(Transition.finish(batch.id(), record(batch.id().value()).record().orElseThrow().state()));
  }

  /** A pending record is canceled, and ends, whatever it holds. */
  void canceled(RecordId id, Optional<OwnerId> process) {
    move(
        Transition.cancel(
            record(id.value()).record().orElseThrow(),
            new CancelReason.Recovered(),
            owner(process),
            List.of()));
    move(Transition.finish(id, State.CANCELING));
  }

  void move(Transition... transitions) {
    for (Transition transition : transitions) {
      assertThat(sound.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    }
  }

  /** The document of a member as it was inserted. */
  MemberDocument document(NewRecord batch, int member) {
    return batch.documents(Fixtures.NOW).get(member);
  }

  void take(MemberTake take) {
    assertThat(sound.records().take(List.of(take))).containsExactly(MatchOutcome.MATCHED);
  }

  /** The document of the batch's first member is not there any more. */
  void removeFirst(NewRecord batch) {
    assertThat(
            sound
                .records()
                .remove(List.of(new Removal(Either.right(document(batch, 0)), Optional.empty()))))
        .containsExactly(MatchOutcome.MATCHED);
  }

  /** What A, B and C have. */
  List<Long> balances() {
    return Books.balances(store);
  }

  Lookup record(String id) {
    return sound.records().find(List.of(new RecordId(id))).get(0);
  }

  Lookup found(String id) {
    return Books.find(sound, id);
  }

  /** Whether a record of several decides the transaction. */
  boolean isMember(String id) {
    return found(id).member().isPresent();
  }

  /** The records in which recovery has to look for members that were left out. */
  List<String> leavingOut() {
    return sound.records().list(RecordQuery.leavingOut(Duration.ZERO, 100)).stream()
        .map(Lookup::id)
        .toList();
  }
}
