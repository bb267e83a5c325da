package io.twophase;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.Transactions.LatestInState;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is listed by state is all that is in it, however little of the store is looked at first. */
class LatestInStateTest {

  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

  private final Random random = Seed.random("LatestInStateTest");
  private final SettableClock clock = new SettableClock(START);
  private final InMemoryStore store = InMemoryStore.create(clock);
  private final AtomicInteger scans = new AtomicInteger();
  private final Records records =
      Interceptor.before(
          Records.class,
          store.records(),
          (method, asked, call) -> {
            if (method.equals("scan")) {
              scans.incrementAndGet();
            }
            return call.make();
          });
  private final List<String> accounts = List.of("A", "B", "C", "D");
  private final List<Transaction> all = new ArrayList<>();
  private int begun;

  @Test
  void isAllThatThereIsInTheOrderOfAge() {
    for (int at = 0; at < 60; at++) {
      clock.advance(Duration.ofMillis(random.nextInt(3)));
      State[] states = {State.PENDING, State.APPLIED, State.DONE, State.CANCELING, State.CANCELED};
      State state = states[random.nextInt(states.length)];
      begin(at, random.nextBoolean() ? 0 : 1 + random.nextInt(5), state);
    }
    store.records().scan(Optional.empty(), found -> all.add(found.transaction().orElseThrow()));
    all.sort(LatestInState.NEWEST_FIRST);
    for (int firstLook : List.of(1, 10, 1_000)) {
      for (int open : List.of(1, 1_000)) {
        LatestInState look = new LatestInState(records, firstLook, open);
        for (State state : State.values()) {
          for (int limit : List.of(1, 7, 50, 1_000)) {
            check(look, state, Optional.empty(), limit);
            checkPages(look, state, limit);
            accounts.forEach(account -> check(look, state, Optional.of(accountId(account)), limit));
          }
        }
      }
    }
    assertThat(scans).hasPositiveValue();
  }

  private void checkPages(LatestInState look, State state, int limit) {
    RecordQuery query =
        RecordQuery.latest(Optional.of(state), Optional.empty(), Labels.NONE, limit)
            .createdSince(START.plusMillis(10))
            .createdUntil(START.plusMillis(40));
    List<Transaction> expected = expected(query);
    List<Transaction> shown = new ArrayList<>();
    RecordQuery next = query;
    for (List<Lookup> page = look.of(next, state);
        !page.isEmpty() && shown.size() <= expected.size();
        page = look.of(next, state)) {
      page.forEach(lookup -> shown.add(lookup.transaction().orElseThrow()));
      next = next.after(page);
    }
    assertThat(shown).as("%s of a time, %s a page", state, limit).isEqualTo(expected);
  }

  private List<Transaction> expected(RecordQuery query) {
    return all.stream().filter(query::asksFor).toList();
  }

  private void check(LatestInState look, State state, Optional<AccountId> account, int limit) {
    RecordQuery query = RecordQuery.latest(Optional.of(state), account, Labels.NONE, limit);
    List<Transaction> expected = expected(query);

    assertThat(
            look.of(query, state).stream().map(shown -> shown.transaction().orElseThrow()).toList())
        .as("%s of %s, %s at most", state, account, limit)
        .isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
  }

  @Test
  void whereThereIsNoRecordOfSeveralTheStoreIsNeverScanned() {
    begin(0, 0, State.PENDING);

    assertThat(newest(new LatestInState(records), State.PENDING)).hasSize(1);
    assertThat(scans).hasValue(0);
  }

  @Test
  void theNewestAreEnoughWhereTheyAreWhatIsAskedFor() {
    for (int at = 0; at < 30; at++) {
      clock.advance(Duration.ofMillis(1));
      begin(at, 2, State.PENDING);
    }
    LatestInState look = new LatestInState(records, 20, 100);

    assertThat(newest(look, State.PENDING)).hasSize(10);
    assertThat(newest(look, State.APPLIED)).isEmpty();
    assertThat(scans).hasValue(0);
    // all of them are newer than one that might be canceled
    assertThat(newest(look, State.CANCELED)).isEmpty();
    assertThat(scans).hasValue(1);
  }

  private static List<Lookup> newest(LatestInState look, State state) {
    return look.of(
        RecordQuery.latest(Optional.of(state), Optional.empty(), Labels.NONE, 10), state);
  }

  private NewTransaction body() {
    begun++;
    String source = accounts.get(random.nextInt(2));
    return transfer("t" + begun, source, accounts.get(2 + random.nextInt(2)), cents(1));
  }

  /** Inserts a record of so many, or a record of one if there are none, and moves it on. */
  private void begin(int number, int members, State state) {
    List<NewTransaction> bodies = new ArrayList<>();
    for (int at = 0; at < Math.max(1, members); at++) {
      bodies.add(body());
    }
    NewRecord begun =
        members == 0
            ? StoredRecords.alone(bodies.get(0))
            : StoredRecords.several("batch:" + number, bodies.toArray(new NewTransaction[0]));
    store.records().insert(List.of(begun));
    StoredRecords.to(begun, state, verdict(begun))
        .forEach(
            transition ->
                assertThat(store.records().move(List.of(transition)))
                    .containsExactly(MatchOutcome.MATCHED));
  }

  /** Of several members some are applied, some are refused, some are left out. */
  private Verdict verdict(NewRecord begun) {
    Map<TransactionId, CancelReason> refused = new LinkedHashMap<>();
    Set<TransactionId> left = new LinkedHashSet<>();
    for (TransactionId id : begun.memberIds().subList(1, begun.memberIds().size())) {
      int chance = random.nextInt(4);
      if (chance == 0) {
        refused.put(id, new HoldRefusal.NoSuchAccount(accountId("A")));
      } else if (chance == 1) {
        left.add(id);
      }
    }
    return new Verdict(refused, left, Set.of(), Map.of());
  }
}
