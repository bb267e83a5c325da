package io.twophase;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.testing.Seed;
import io.twophase.test.contract.Race;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Storms at the front door, over the store in memory: hosts that race for the same ids, and many
 * callers of one queue. A certain answer never changes, each transaction happens once or never, and
 * nothing stays held.
 */
@Timeout(300)
class StormsOfCallersTest {

  private static final int LENGTH = Integer.getInteger("twophase.storms", 1);
  private static final int ROUNDS = 200 * LENGTH;
  private static final int QUEUED = 50_000 * LENGTH;

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  /** The requests that have a certain answer, each with whether it was applied. */
  private final Map<TransferRequest, Boolean> certain = new ConcurrentHashMap<>();

  private TwoPhase host(Duration stuckAfter) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test"))
            .withStuckAfter(stuckAfter)
            .withPatience(Duration.ofMinutes(1));
    return TwoPhase.over(store)
        .settings(new TwoPhaseSettings(engine, 50))
        .pause(duration -> LockSupport.parkNanos(50_000))
        .build();
  }

  /** All accounts have so much. */
  private void open(int accounts, long balance) {
    IntStream.range(0, accounts)
        .forEach(n -> store.accounts().open(List.of(account("a" + n).opening(cents(balance)))));
  }

  private void note(TransferRequest request, TransactionOutcome outcome) {
    if (outcome instanceof TransactionOutcome.Applied
        || outcome instanceof TransactionOutcome.Refused) {
      Boolean before = certain.put(request, outcome.isApplied());
      assertThat(before == null || before == outcome.isApplied())
          .as("%s was answered %s, and then otherwise: %s", request, before, outcome)
          .isTrue();
    }
  }

  /** All requests have certain answers, which the balances come to; nothing stays held. */
  private void agree(int requests, Map<AccountId, BigInteger> before) {
    assertThat(certain).hasSize(requests);
    Map<AccountId, BigInteger> balances = new TreeMap<>(before);
    certain.forEach(
        (request, isApplied) -> {
          if (isApplied) {
            BigInteger amount = BigInteger.valueOf(request.amount().minor());
            balances.merge(request.source(), amount.negate(), BigInteger::add);
            balances.merge(request.destination(), amount, BigInteger::add);
          }
        });
    assertThat(Hosts.balances(store)).isEqualTo(balances);
    assertThat(Hosts.alone(store).audit().run().findings()).isEmpty();
  }

  private static TransferRequest transfer(String id, Random random, int accounts, int most) {
    int source = random.nextInt(accounts);
    int destination = (source + 1 + random.nextInt(accounts - 1)) % accounts;
    return new TransferRequest(
        transactionId(id),
        accountId("a" + source),
        accountId("a" + destination),
        cents(1 + random.nextInt(most)));
  }

  @Test
  void threeHostsThatRaceForTheSameIdsAreAnsweredAlike() {
    Random random = new Random(Seed.next("StormsOfCallersTest.hosts"));
    List<TwoPhase> hosts =
        List.of(host(Duration.ZERO), host(Duration.ZERO), host(Duration.ofMinutes(30)));
    open(4, 300);
    Map<AccountId, BigInteger> before = Hosts.balances(store);

    for (int round = 0; round < ROUNDS; round++) {
      List<TransferRequest> requests = new ArrayList<>();
      for (int at = 0; at < 4; at++) {
        requests.add(transfer(round + "-" + at, random, 4, 90));
      }
      long seed = random.nextLong();
      Race.of(3, runner -> ask(hosts.get(runner), requests, new Random(seed + runner)));
      requests.forEach(request -> note(request, hosts.get(0).transfers().transfer(request)));
    }

    hosts.forEach(TwoPhase::close);
    agree(4 * ROUNDS, before);
  }

  private int ask(TwoPhase host, List<TransferRequest> requests, Random random) {
    List<TransferRequest> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, random);
    List<TransferRequest> mine = shuffled.subList(random.nextInt(2), shuffled.size());
    List<TransactionOutcome> outcomes =
        switch (random.nextInt(3)) {
          case 0 -> host.transfers().transferAll(mine, Order.ANY);
          case 1 -> host.transfers().transferAll(mine, Order.AS_GIVEN);
          default -> mine.stream().map(host.transfers()::transfer).toList();
        };
    for (int at = 0; at < mine.size(); at++) {
      note(mine.get(at), outcomes.get(at));
    }
    return mine.size();
  }

  @Test
  void eachOfManyQueuedTransfersIsAnsweredOnceAsItsRecordSays() {
    long seed = Seed.next("StormsOfCallersTest.queue");
    int callers = 8;
    open(100, 2_000);
    Map<AccountId, BigInteger> before = Hosts.balances(store);
    try (TwoPhase host = host(Duration.ofMinutes(30))) {
      List<Integer> answered =
          Race.of(
              callers,
              caller -> {
                Random random = new Random(seed + caller);
                List<CompletableFuture<Void>> answers = new ArrayList<>();
                for (int at = 0; at < QUEUED / callers; at++) {
                  TransferRequest request = transfer(caller + "-" + at, random, 100, 400);
                  answers.add(
                      host.transfers()
                          .submit(request, List.of(AnswerTime.values()).get(random.nextInt(2)))
                          .thenAccept(outcome -> note(request, outcome)));
                }
                answers.forEach(CompletableFuture::join);
                return answers.size();
              });

      assertThat(answered).as("answers, of each caller").containsOnly(QUEUED / callers);
      assertThat(host.counters().refused()).containsOnlyKeys("InsufficientFunds");
      assertThat(host.counters().batches()).isLessThan(QUEUED / 2);
    }
    agree(QUEUED, before);
  }
}
