package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.BatchRepository;
import io.twophase.test.clock.SettableClock;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A store in memory with A, who has 100, B and C, in which a process has left batches, and a host
 * that recovers. Time passes where the host pauses, and where a test says so.
 */
final class LeftOutStore implements AutoCloseable {

  static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  static final Duration HOUR = Duration.ofHours(1);
  static final RecoveryRequest AS_EVER = RecoveryRequest.olderThan(HALF_AN_HOUR);
  static final Option<OwnerId> DEAD = Option.some(new OwnerId("dead"));
  static final Option<OwnerId> LIVING = Option.some(new OwnerId("living"));

  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
  final InMemoryStore store = InMemoryStore.create(clock);
  private final Set<OwnerId> beating = new HashSet<>(List.of(LIVING.get()));
  private Duration now = Duration.ZERO;
  final TwoPhase host = host();

  LeftOutStore() {
    store
        .accounts()
        .open(
            List.of(
                account("A").opening(cents(100)),
                account("B").opening(cents(0)),
                account("C").opening(cents(0))));
    beat();
  }

  /** Another process that recovers. */
  TwoPhase host() {
    return TwoPhase.over(store)
        .settings(TwoPhaseSettings.of(application("test")))
        .ticker(() -> now)
        .pause(this::pass)
        .build();
  }

  @Override
  public void close() {
    host.close();
  }

  private void beat() {
    beating.forEach(
        owner -> store.owners().beat(owner, application("other"), Duration.ofSeconds(1)));
  }

  /** Who owns the batch is alive from now on. */
  void ownerBeats(NewBatch batch) {
    batches()
        .find(List.of(batch.id()))
        .get(0)
        .read()
        .flatMap(BatchRecord::owner)
        .flatMap(BatchRecord.Owner::process)
        .forEach(beating::add);
  }

  void pass(Duration time) {
    now = now.plus(time);
    clock.advance(time);
    beat();
  }

  BatchRepository batches() {
    return store.batches().get().records();
  }

  static BatchRecord.Owner owner(Option<OwnerId> process) {
    return new BatchRecord.Owner(application("other"), process, token("of the batch"));
  }

  /** A batch is begun and decided: it leaves out some, and refuses the others. */
  void decided(NewBatch batch, Option<OwnerId> process, String... left) {
    batches().begin(batch, owner(process));
    List<TransactionId> free = List.of(left).stream().map(TransactionId::new).toList();
    LinkedHashMap<TransactionId, HoldRefusal> refused = LinkedHashMap.empty();
    for (TransactionId id : batch.ids()) {
      if (!free.contains(id)) {
        refused = refused.put(id, new HoldRefusal.NoSuchAccount(accountId("nowhere")));
      }
    }
    move(
        new BatchTransition.Decide(
            batch.id(),
            epoch(1),
            LinkedHashMap.empty(),
            new Verdict(refused, LinkedHashSet.ofAll(free))));
  }

  /** The same, and it is done: whoever asked for it is killed before it goes on. */
  void ended(NewBatch batch, Option<OwnerId> process, String... left) {
    decided(batch, process, left);
    move(new BatchTransition.Finish(batch.id()));
  }

  void move(BatchTransition transition) {
    assertThat(batches().advance(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
  }

  static NewBatch batch(String id, boolean inOrder, NewTransaction... transfers) {
    return new NewBatch(new BatchId(id), List.of(transfers), inOrder);
  }

  List<Recovered> recover() {
    return recover(AS_EVER);
  }

  List<Recovered> recover(RecoveryRequest request) {
    List<Recovered> all = new ArrayList<>();
    host.recovery().pass(request, all::add);
    return all;
  }

  long balance(String id) {
    return Hosts.balances(store.accounts()).get(accountId(id)).longValueExact();
  }

  TransactionLookup.Found found(String id) {
    return (TransactionLookup.Found) store.transactions().find(List.of(transactionId(id))).get(0);
  }

  State state(String id) {
    return found(id).record().state();
  }

  /** Whether recovery has nothing to look for any more. */
  List<String> leavingOut() {
    return batches().leavingOut(Duration.ZERO, 100).stream()
        .map(lookup -> ((BatchLookup.Found) lookup).record().id().value())
        .toList();
  }
}
