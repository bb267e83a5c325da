package io.twophase.app.transfer.queue;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers at once, of every kind, on a few accounts. */
class SharedBatchesTest {

  private static final int CALLERS = 8;
  private static final int EACH = 1_500;
  private static final int ACCOUNTS = 6;

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final GatedStore counted = new GatedStore(store);
  private final Map<String, TransactionOutcome> answers = new ConcurrentHashMap<>();

  @Test
  @Timeout(120)
  void eachHasItsOwnAnswerAndTheBooksAreRight() throws InterruptedException, ExecutionException {
    long seed = Seed.next("SharedBatchesTest");
    store
        .accounts()
        .open(
            IntStream.range(0, ACCOUNTS)
                .mapToObj(n -> account("a" + n).opening(cents(2_000)))
                .toList());
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test")).withPatience(Duration.ofMinutes(1));
    try (TwoPhase host =
        TwoPhase.over(counted.store())
            .settings(new TwoPhaseSettings(engine, QueueSettings.of(100)))
            .build()) {
      call(host, new Random(seed));
    }
    // closed, so all is finished: an audit is for a store at rest
    assertThat(Hosts.alone(store).audit().run().findings()).isEmpty();
    assertThat(answers).hasSize(CALLERS * EACH);
    answers.forEach(this::agreesWithItsRecord);
    assertThat(counted.sizesOf("insert").size()).isLessThan(CALLERS * EACH / 2);
  }

  private void call(TwoPhase host, Random random) throws InterruptedException, ExecutionException {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Callable<Void>> calls = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        String name = "c" + caller;
        Random own = new Random(random.nextLong());
        calls.add(
            () -> {
              callOften(host, name, own);
              return null;
            });
      }
      for (Future<Void> called : callers.invokeAll(calls)) {
        called.get();
      }
    } finally {
      callers.shutdown();
    }
  }

  private void callOften(TwoPhase host, String name, Random random) {
    List<CompletableFuture<Void>> submitted = new ArrayList<>();
    for (int n = 0; n < EACH; n++) {
      TransferRequest request =
          new TransferRequest(
              transactionId(name + "-" + n),
              accountId("a" + random.nextInt(ACCOUNTS)),
              accountId("a" + random.nextInt(ACCOUNTS)),
              cents(1 + random.nextInt(400)));
      AnswerTime when = random.nextBoolean() ? AnswerTime.WHEN_DECIDED : AnswerTime.WHEN_FINISHED;
      if (random.nextInt(20) == 0) {
        answers.put(request.id().value(), host.transfers().transfer(request, when));
      } else {
        submitted.add(
            host.transfers()
                .submit(request, when)
                .thenAccept(outcome -> answers.put(outcome.id().value(), outcome)));
      }
    }
    submitted.forEach(CompletableFuture::join);
  }

  private void agreesWithItsRecord(String id, TransactionOutcome outcome) {
    Option<State> state =
        store
            .records()
            .findMembers(List.of(transactionId(id)))
            .get(0)
            .transaction()
            .map(Transaction::state);
    if (outcome instanceof TransactionOutcome.Applied) {
      assertThat(state).contains(State.DONE);
    } else {
      assertThat(outcome).isInstanceOf(TransactionOutcome.Refused.class);
      assertThat(state.forAll(State.CANCELED::equals)).isTrue();
    }
  }
}
