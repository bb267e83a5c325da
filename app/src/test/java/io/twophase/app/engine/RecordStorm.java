package io.twophase.app.engine;

import static io.twophase.domain.document.FieldChange.inc;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.machine.Result;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads that run the same few transactions, alone and in batches, while calls and answers are
 * lost and some calls arrive when nobody expects them any more.
 */
final class RecordStorm {

  private static final int THREADS = 8;
  private static final int ROWS = 60;
  private static final int CALLS = 6;

  /** One call in so many meets each fault: none does. */
  private static final int FAULTLESS = Integer.MAX_VALUE;

  private final RecordWorld world;
  private final Random random;
  private final Interceptor planted;
  private final Duration stuckAfter;
  private final int rate;
  private final List<NewTransaction> rows = new ArrayList<>();

  /** Which document each transaction changes, if any, and by how much. */
  private final Map<TransactionId, int[]> counted = new HashMap<>();

  private final Map<TransactionId, Result> told = new ConcurrentHashMap<>();
  private final Queue<Interceptor.Call> late = new ConcurrentLinkedQueue<>();

  RecordStorm(RecordWorld world, Random random) {
    this(world, random, (method, asked, call) -> call.make());
  }

  /**
   * A storm over a store that has a fault.
   *
   * @param planted comes before each call that arrives while the threads are at work
   */
  RecordStorm(RecordWorld world, Random random, Interceptor planted) {
    this.planted = planted;
    this.world = world;
    this.random = random;
    this.stuckAfter = random.nextBoolean() ? Duration.ZERO : Duration.ofMinutes(30);
    this.rate = random.nextInt(3) == 0 ? FAULTLESS : 10 + random.nextInt(60);
  }

  void run() {
    Map<DocumentRef, Fields> documents = new HashMap<>();
    for (int number = 0; number < RecordWorld.DOCUMENTS; number++) {
      documents.put(RecordWorld.documentRef(number), Fields.of(Map.of("n", 10, "m", 0)));
    }
    world.fill(RandomRows.openings(random), documents);
    for (int number = 0; number < ROWS; number++) {
      row("s" + number);
    }
    long[] before = RunsContract.balances(world);

    inThreads();
    arriveLate(late.size() / 2);
    world.recover();
    arriveLate(late.size());
    world.runs().run(rows, false, WaitPolicy.PAUSE, this::tell);
    world.recover();
    world.clear();

    RunsContract.assertBooks(world, before, rows);
    assertEachIsAsTold();
    assertDocuments();
  }

  private void row(String id) {
    if (random.nextInt(3) > 0) {
      RandomRows.transfer(random, id).transaction().forEach(rows::add);
      return;
    }
    int number = random.nextInt(RecordWorld.DOCUMENTS);
    DocumentRef document = RecordWorld.documentRef(number);
    int amount = random.nextInt(9) - 4;
    boolean adds = random.nextBoolean() && amount != 0;
    TransactionRequest request = RandomRows.money(random, TwoPhase.transaction(id), false);
    request =
        adds ? request.add(document, "n", amount, 0, 20) : request.change(document, inc("m", 1));
    for (NewTransaction body : request.transaction()) {
      rows.add(body);
      counted.put(body.id(), new int[] {number, adds ? amount : 0, adds ? 0 : 1});
    }
  }

  private void inThreads() {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int number = 0; number < THREADS; number++) {
        long seed = random.nextLong();
        all.add(threads.submit(() -> call(new Random(seed))));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } catch (Exception fault) {
      throw new AssertionError(fault);
    } finally {
      threads.shutdownNow();
    }
  }

  private void call(Random own) {
    Runs runs =
        world.behind(planted).runs(faults(own), new SettableClock(Fixtures.NOW), stuckAfter);
    for (int call = 0; call < CALLS; call++) {
      int first = own.nextInt(rows.size());
      int count = own.nextBoolean() ? 1 : 2 + own.nextInt(20);
      List<NewTransaction> some = rows.subList(first, Math.min(rows.size(), first + count));
      try {
        RecordWorld.answers(runs.run(some, own.nextBoolean(), WaitPolicy.PAUSE, this::tell))
            .values()
            .forEach(this::tell);
      } catch (StoreException unavailable) {
        // nothing was sent, or nobody knows: it is asked again
      }
    }
  }

  /** Each that is told how one ended must be told the same. */
  private void tell(Runs.Answer answer) {
    TransactionId id = answer.body().id();
    Result result = answer.result();
    if (result.kind() == Result.Kind.APPLIED || result.kind() == Result.Kind.CANCELED) {
      Result first = told.putIfAbsent(id, result);
      if (first != null) {
        assertThat(result.kind()).as(id.toString()).isEqualTo(first.kind());
        assertThat(result.moved()).as(id.toString()).isEqualTo(first.moved());
      }
    }
  }

  private Interceptor faults(Random own) {
    return (method, asked, call) ->
        switch (own.nextInt(rate)) {
          case 0 -> throw new StoreUnavailableException("not sent: " + method);
          case 1 -> {
            call.make();
            throw new StoreException("the answer is lost: " + method);
          }
          case 2 -> throw new StoreException("lost on the way: " + method);
          case 3 -> {
            late.add(call);
            throw new StoreException("on the way: " + method);
          }
          case 4 -> {
            arriveLate(1);
            yield call.make();
          }
          default -> call.make();
        };
  }

  private void arriveLate(int count) {
    for (int at = 0; at < count; at++) {
      Interceptor.Call call = late.poll();
      if (call != null) {
        call.make();
      }
    }
  }

  private void assertEachIsAsTold() {
    for (NewTransaction row : rows) {
      Lookup lookup = world.records.findMembers(List.of(row.id())).get(0);
      State state = lookup.transaction().get().state();
      assertThat(told.get(row.id()).kind())
          .as(row.id().toString())
          .isEqualTo(state == State.DONE ? Result.Kind.APPLIED : Result.Kind.CANCELED);
    }
  }

  private void assertDocuments() {
    long[][] expected = new long[RecordWorld.DOCUMENTS][];
    for (int number = 0; number < expected.length; number++) {
      expected[number] = new long[] {10, 0};
    }
    counted.forEach(
        (id, change) -> {
          if (world.recorded(id).state() == State.DONE) {
            expected[change[0]][0] += change[1];
            expected[change[0]][1] += change[2];
          }
        });
    for (int number = 0; number < expected.length; number++) {
      Fields fields = world.document(number).get().fields();
      assertThat(fields.toString())
          .isEqualTo(
              Fields.of(Map.of("n", expected[number][0], "m", expected[number][1])).toString());
    }
  }
}
