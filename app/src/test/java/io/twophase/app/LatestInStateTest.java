package io.twophase.app;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is listed by state is all that is in it, however little of the store is looked at first. */
class LatestInStateTest {

  private static final BatchRecord.Owner OWNER =
      new BatchRecord.Owner(APP, Option.none(), token("owner"));

  private final Random random = Seed.random("LatestInStateTest");
  private final Hand clock = new Hand();
  private final InMemoryStore store = InMemoryStore.create(clock);
  private final Counted transactions = new Counted(store.transactions());
  private final BatchRepository batches = store.batches().get().records();
  private final List<String> accounts = List.of("A", "B", "C", "D");
  private int begun;

  @Test
  void isAllThatThereIsInTheOrderOfAge() {
    for (int at = 0; at < 120; at++) {
      if (random.nextInt(3) > 0) {
        clock.now = clock.now.plusMillis(random.nextInt(3));
      }
      if (random.nextInt(2) == 0) {
        beginAlone();
      } else {
        beginBatch(at);
      }
    }
    for (int firstLook : List.of(1, 10, 1_000)) {
      for (int open : List.of(1, 1_000)) {
        LatestInState look = new LatestInState(transactions, batches, firstLook, open);
        for (State state : State.values()) {
          for (int limit : List.of(1, 7, 50, 1_000)) {
            check(look, state, Option.none(), limit);
            accounts.forEach(account -> check(look, state, Option.some(accountId(account)), limit));
          }
        }
      }
    }
    assertThat(transactions.scans).isPositive();
  }

  private void check(LatestInState look, State state, Option<AccountId> account, int limit) {
    List<TransactionLookup.Found> expected = new ArrayList<>();
    store
        .transactions()
        .scan(
            lookup -> {
              TransactionLookup.Found found = (TransactionLookup.Found) lookup;
              if (found.record().state() == state
                  && account.forAll(
                      id ->
                          found.record().accountOperations().stream()
                              .anyMatch(operation -> operation.account().equals(id)))) {
                expected.add(found);
              }
            });
    expected.sort(LatestInState.NEWEST_FIRST);

    List<TransactionLookup> listed =
        look.of(new TransactionQuery(Option.some(state), account, limit), state);

    assertThat(ids(listed))
        .as("%s of %s, %s at most", state, account, limit)
        .isEqualTo(ids(expected.subList(0, Math.min(limit, expected.size()))));
  }

  private static List<TransactionId> ids(List<? extends TransactionLookup> lookups) {
    return lookups.stream()
        .map(lookup -> ((TransactionLookup.Found) lookup).record().id())
        .toList();
  }

  @Test
  void whereThereIsNoBatchTheStoreIsAskedOnceAndNeverScanned() {
    NewTransaction body = body();
    store.transactions().begin(List.of(new NewRecord.Begun(body, APP, token("lone"))));
    LatestInState look = new LatestInState(transactions, batches);

    assertThat(look.of(query(State.PENDING), State.PENDING)).hasSize(1);

    assertThat(transactions.asked).isEqualTo(1);
    assertThat(transactions.scans).isZero();
  }

  @Test
  void theNewestAreEnoughWhereTheyAreWhatIsAskedFor() {
    for (int at = 0; at < 30; at++) {
      clock.now = clock.now.plusMillis(1);
      begin(at, 2, State.PENDING);
    }
    LatestInState look = new LatestInState(transactions, batches, 20, 100);

    assertThat(look.of(query(State.PENDING), State.PENDING)).hasSize(10);
    assertThat(look.of(query(State.APPLIED), State.APPLIED)).isEmpty();
    assertThat(transactions.scans).isZero();
    // all of them are newer than one that might be canceled
    assertThat(look.of(query(State.CANCELED), State.CANCELED)).isEmpty();
    assertThat(transactions.scans).isEqualTo(1);
  }

  private static TransactionQuery query(State state) {
    return new TransactionQuery(Option.some(state), Option.none(), 10);
  }

  private NewTransaction body() {
    begun++;
    String source = accounts.get(random.nextInt(2));
    return transfer("t" + begun, source, accounts.get(2 + random.nextInt(2)), cents(1));
  }

  private void beginAlone() {
    NewTransaction body = body();
    TransactionRepository records = store.transactions();
    records.begin(List.of(new NewRecord.Begun(body, APP, token("lone"))));
    List<Transition> steps =
        List.of(new Transition.Decide(body.id(), epoch(1)), new Transition.Finish(body.id()));
    List<Transition> cancel =
        List.of(
            new Transition.BeginCancel(body.id(), epoch(1), ON_REQUEST, token("lone")),
            new Transition.FinishCancel(body.id()));
    List<Transition> way = random.nextBoolean() ? steps : cancel;
    for (Transition step : way.subList(0, random.nextInt(3))) {
      assertThat(records.advance(List.of(step))).containsExactly(MatchOutcome.MATCHED);
    }
  }

  private void beginBatch(int number) {
    State[] states = {State.PENDING, State.APPLIED, State.DONE, State.CANCELING, State.CANCELED};
    begin(number, 1 + random.nextInt(5), states[random.nextInt(states.length)]);
  }

  private void begin(int number, int members, State state) {
    BatchId id = new BatchId("batch:" + number);
    List<NewTransaction> bodies = new ArrayList<>();
    for (int at = 0; at < members; at++) {
      bodies.add(body());
    }
    batches.begin(new NewBatch(id, bodies, false), OWNER);
    switch (state) {
      // no batch is authorized
      case INITIAL, PENDING, AUTHORIZED -> {}
      case APPLIED -> move(decide(id, bodies));
      case DONE -> move(decide(id, bodies), new BatchTransition.Finish(id));
      case CANCELING -> move(cancel(id));
      case CANCELED -> move(cancel(id), new BatchTransition.FinishCancel(id));
    }
  }

  private void move(BatchTransition... transitions) {
    for (BatchTransition transition : transitions) {
      assertThat(batches.advance(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    }
  }

  private static BatchTransition cancel(BatchId id) {
    return new BatchTransition.BeginCancel(id, epoch(1), ON_REQUEST, OWNER, List.of());
  }

  /** Some of its members happen, some are refused, some are left out. */
  private BatchTransition decide(BatchId id, List<NewTransaction> bodies) {
    LinkedHashMap<TransactionId, HoldRefusal> refused = LinkedHashMap.empty();
    LinkedHashSet<TransactionId> left = LinkedHashSet.empty();
    for (NewTransaction body : bodies) {
      int chance = random.nextInt(4);
      if (chance == 0) {
        refused = refused.put(body.id(), new HoldRefusal.NoSuchAccount(accountId("A")));
      } else if (chance == 1) {
        left = left.add(body.id());
      }
    }
    return new BatchTransition.Decide(
        id, epoch(1), LinkedHashMap.empty(), new Verdict(refused, left));
  }

  /** Counts what is read. */
  private static final class Counted extends ForwardingTransactions {

    private int asked;
    private int scans;

    Counted(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public List<TransactionLookup> latest(TransactionQuery query) {
      asked++;
      return super.latest(query);
    }

    @Override
    public void scan(Consumer<TransactionLookup> consumer) {
      scans++;
      super.scan(consumer);
    }
  }

  /** A clock that stands. */
  private static final class Hand extends Clock {

    private Instant now = Instant.parse("2026-11-22T00:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
