package io.twophase;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.PlantedFault;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.contract.Race;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.ProcessDied;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Storms at the front door, over the store in memory: hosts that race for the same ids, many
 * callers of one queue, and ids that are used again for something else by processes that die. A
 * certain answer never changes, each transaction happens once or never, and nothing stays held.
 */
@Timeout(300)
class StormsOfCallersTest {

  private static final int LENGTH = Integer.getInteger("twophase.storms", 1);
  private static final int ROUNDS = 200 * LENGTH;
  private static final int QUEUED = 50_000 * LENGTH;
  private static final int SEEDS = 50 * LENGTH;

  private static final List<Fault> FAULTS = List.of(Fault.values());
  private static final int ACCOUNTS = 4;
  private static final int OPENED_WITH = 300;
  private static final int MOST_PASSES = 50;
  static final DocumentRef COUNTER = TwoPhase.document("counters", "c");

  static TwoPhase host(Store store, Duration stuckAfter) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test"))
            .withStuckAfter(stuckAfter)
            .withPatience(Duration.ofMinutes(1));
    return TwoPhase.over(store)
        .settings(new TwoPhaseSettings(engine, 50))
        .pause(duration -> LockSupport.parkNanos(50_000))
        .build();
  }

  private static void open(TwoPhase host, int accounts, long balance) {
    host.accounts()
        .open(
            IntStream.range(0, accounts)
                .mapToObj(n -> account("a" + n).opening(cents(balance)))
                .toList());
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
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    List<TwoPhase> hosts =
        List.of(
            host(store, Duration.ZERO),
            host(store, Duration.ZERO),
            host(store, Duration.ofMinutes(30)));
    open(hosts.get(0), ACCOUNTS, OPENED_WITH);
    CallersBooks books = new CallersBooks(ACCOUNTS, OPENED_WITH);

    for (int round = 0; round < ROUNDS; round++) {
      List<TransferRequest> requests = new ArrayList<>();
      for (int at = 0; at < 4; at++) {
        requests.add(transfer(round + "-" + at, random, ACCOUNTS, 90));
      }
      long seed = random.nextLong();
      List<Map<TransferRequest, TransactionOutcome>> answers =
          Race.of(3, runner -> ask(hosts.get(runner), requests, new Random(seed + runner)));
      answers.forEach(books::noteAll);
      requests.forEach(request -> books.ask(hosts.get(0), request));
    }

    hosts.forEach(TwoPhase::close);
    books.agreeWith(store);
  }

  private static Map<TransferRequest, TransactionOutcome> ask(
      TwoPhase host, List<TransferRequest> requests, Random random) {
    List<TransferRequest> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, random);
    List<TransferRequest> mine = shuffled.subList(random.nextInt(2), shuffled.size());
    List<TransactionOutcome> outcomes =
        switch (random.nextInt(3)) {
          case 0 -> host.transfers().transferAll(mine, Order.ANY);
          case 1 -> host.transfers().transferAll(mine, Order.AS_GIVEN);
          default -> mine.stream().map(host.transfers()::transfer).toList();
        };
    Map<TransferRequest, TransactionOutcome> answers = new HashMap<>();
    for (int at = 0; at < mine.size(); at++) {
      answers.put(mine.get(at), outcomes.get(at));
    }
    return answers;
  }

  @Test
  void eachOfManyQueuedTransfersIsAnsweredOnceAsItsRecordSays() {
    long seed = Seed.next("StormsOfCallersTest.queue");
    int accounts = 100;
    int callers = 8;
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    AtomicLongArray moved = new AtomicLongArray(accounts);
    try (TwoPhase host = host(store, Duration.ofMinutes(30))) {
      open(host, accounts, 2_000);
      List<Integer> answered =
          Race.of(
              callers,
              caller -> {
                Random random = new Random(seed + caller);
                List<CompletableFuture<TransactionOutcome>> answers = new ArrayList<>();
                for (int at = 0; at < QUEUED / callers; at++) {
                  TransferRequest request = transfer(caller + "-" + at, random, accounts, 400);
                  answers.add(
                      host.transfers()
                          .submit(request, List.of(AnswerTime.values()).get(random.nextInt(2)))
                          .thenApply(outcome -> tallied(request, outcome, moved)));
                }
                answers.forEach(CompletableFuture::join);
                return answers.size();
              });

      assertThat(answered).as("answers, of each caller").containsOnly(QUEUED / callers);
      assertThat(host.counters().refused()).containsOnlyKeys("InsufficientFunds");
      assertThat(host.counters().batches()).isLessThan(QUEUED / 2);
    }
    DocumentWrites writes = new DocumentWrites(store);
    for (int number = 0; number < accounts; number++) {
      assertThat(writes.read(accountId("a" + number)).balance().minor())
          .isEqualTo(2_000 + moved.get(number));
    }
    assertThat(Hosts.alone(store).audit().run().findings()).isEmpty();
  }

  private static TransactionOutcome tallied(
      TransferRequest request, TransactionOutcome outcome, AtomicLongArray moved) {
    assertThat(outcome)
        .isInstanceOfAny(TransactionOutcome.Applied.class, TransactionOutcome.Refused.class);
    if (outcome.isApplied()) {
      moved.addAndGet(number(request.source().value()), -request.amount().minor());
      moved.addAndGet(number(request.destination().value()), request.amount().minor());
    }
    return outcome;
  }

  private static int number(String account) {
    return Integer.parseInt(account.substring(1));
  }

  @Test
  void anIdThatIsUsedAgainForSomethingElseHappensOnceOrNever() {
    long first = Seed.next("StormsOfCallersTest.ids");
    for (long seed = first; seed < first + SEEDS; seed++) {
      try {
        useIdsAgain(InMemoryStore.create(Clock.systemUTC()), new Random(seed));
      } catch (AssertionError | RuntimeException red) {
        throw new AssertionError(
            "repeat it: -Dtest=StormsOfCallersTest -Dtwophase.seed=" + seed + ": " + red, red);
      }
    }
  }

  @Test
  void aStoreThatTakesOneRecordForAnotherIsFound() {
    Random random = new Random(Seed.next("StormsOfCallersTest.planted"));

    assertThatThrownBy(
            () -> {
              for (int at = 0; at < SEEDS; at++) {
                InMemoryStore sound = InMemoryStore.create(Clock.systemUTC());
                useIdsAgain(PlantedFault.ONE_RECORD_FOR_ANOTHER.in(sound), random);
              }
            })
        .isInstanceOf(AssertionError.class);
  }

  private static void useIdsAgain(Store store, Random random) {
    try (TwoPhase opener = host(store, Duration.ZERO)) {
      open(opener, ACCOUNTS, OPENED_WITH);
      opener.run(TwoPhase.transaction("opening").insert(COUNTER, Map.of("n", 0L)));
    }
    CallersBooks books = new CallersBooks(ACCOUNTS, OPENED_WITH);
    List<Request> asked = new ArrayList<>();
    List<FaultyStore> lives = new ArrayList<>();
    int arrived = 0;
    for (int life = 0; life < 4; life++) {
      FaultyStore faulty = FaultyStore.over(store);
      lives.add(faulty);
      plan(faulty, random);
      live(
          host(faulty, random.nextBoolean() ? Duration.ZERO : Duration.ofHours(1)),
          random,
          asked,
          books);
      arrived += lives.get(random.nextInt(lives.size())).faults().deliverLate();
    }
    arrived += lives.stream().mapToInt(late -> late.faults().deliverLate()).sum();
    try (TwoPhase last = host(store, Duration.ZERO)) {
      recoverAll(last);
      asked.forEach(request -> books.ask(last, request));
      recoverAll(last);
      if (arrived > 0) {
        // a hold that arrives after the end of its record stays until somebody sweeps
        last.scrub().run(orphan -> {}, unreadable -> {});
      }
    }
    books.agreeWith(store);
  }

  private static void plan(FaultyStore faulty, Random random) {
    for (int faults = random.nextInt(4); faults > 0; faults--) {
      faulty
          .faults()
          .ofTransactions()
          .after(random.nextInt(12))
          .next(FAULTS.get(random.nextInt(FAULTS.size())));
    }
    if (random.nextInt(2) == 0) {
      faulty.faults().ofTransactions().after(random.nextInt(15)).dies();
    }
  }

  /** What one process asks for; of what it does not live to see, it notes nothing. */
  private static void live(TwoPhase host, Random random, List<Request> asked, CallersBooks books) {
    try {
      for (int call = 0; call < 3; call++) {
        if (random.nextInt(4) == 0) {
          host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
        }
        if (random.nextBoolean()) {
          List<TransferRequest> requests = new ArrayList<>();
          List<Integer> ids = new ArrayList<>(List.of(0, 1, 2, 3, 4));
          Collections.shuffle(ids, random);
          ids.subList(0, 2 + random.nextInt(4)).forEach(id -> requests.add(some("m" + id, random)));
          asked.addAll(requests);
          Order order = random.nextBoolean() ? Order.ANY : Order.AS_GIVEN;
          List<TransactionOutcome> outcomes = host.transfers().transferAll(requests, order);
          for (int at = 0; at < outcomes.size(); at++) {
            books.note(requests.get(at), outcomes.get(at));
          }
        } else {
          Request request = other("m" + random.nextInt(5), random);
          asked.add(request);
          books.note(request, host.transfers().run(request, AnswerTime.WHEN_FINISHED));
        }
      }
    } catch (ProcessDied | StoreUnavailableException gone) {
      // another process goes on
    }
  }

  private static TransferRequest some(String id, Random random) {
    TransferRequest plain = transfer(id, random, ACCOUNTS, 90);
    return random.nextInt(5) == 0
        ? new TransferRequest(
            plain.id(), plain.source(), plain.destination(), TwoPhase.money("1.00", "EUR"))
        : plain;
  }

  private static Request other(String id, Random random) {
    TransferRequest plain = transfer(id, random, ACCOUNTS, 90);
    return switch (random.nextInt(4)) {
      case 0 -> plain;
      case 1 -> plain.takingAtMost();
      case 2 ->
          TransactionRequest.of(plain.id())
              .debit(plain.source(), plain.amount())
              .credit(plain.destination(), plain.amount())
              .add(COUNTER, "n", 1);
      default -> TransactionRequest.of(plain.id()).add(COUNTER, "n", 1);
    };
  }

  private static void recoverAll(TwoPhase host) {
    for (int passes = 0; ; passes++) {
      assertThat(passes).as("passes of recovery").isLessThan(MOST_PASSES);
      List<Recovered> recovered = new ArrayList<>();
      host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered::add);
      if (recovered.stream().noneMatch(Recovered::isFinished)) {
        return;
      }
    }
  }
}
