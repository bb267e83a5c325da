package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.ports.CallerContext;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a caller's thread carries is seen by what is called back for it, on whichever thread. */
@Timeout(60)
class CallerContextTest {

  private static final ThreadLocal<String> TRACE = ThreadLocal.withInitial(() -> "nobody's");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Runnable> batches = new LinkedBlockingQueue<>();
  private final TwoPhase carrying = host(CallerContextTest::captured);
  private final TwoPhase forgetting = host(CallerContext.NONE);

  @BeforeEach
  void accounts() {
    carrying.accounts().open(account("A"), money("100.00", "USD"));
    carrying.accounts().open(account("B"), money("0.00", "USD"));
  }

  @AfterEach
  void close() {
    TRACE.remove();
    // a second task may have been given for the second transfer, with nothing left to do
    batches.forEach(Runnable::run);
    carrying.close();
    forgetting.close();
  }

  private static CallerContext.Captured captured() {
    String trace = TRACE.get();
    return task ->
        () -> {
          String own = TRACE.get();
          TRACE.set(trace);
          try {
            task.run();
          } finally {
            TRACE.set(own);
          }
        };
  }

  private TwoPhase host(CallerContext context) {
    return TwoPhase.over(store)
        .callerContext(context)
        .executor(batches::add)
        .listener(
            new TwoPhaseListener() {
              @Override
              public void transferBegun(TransactionId id) {
                told.add("begun " + id + ": " + TRACE.get());
              }

              @Override
              public void transferDecided(TransactionOutcome outcome, Duration elapsed) {
                told.add("decided " + outcome.id() + ": " + TRACE.get());
              }

              @Override
              public void transferFinished(TransactionOutcome outcome, Duration elapsed) {
                told.add("finished " + outcome.id() + ": " + TRACE.get());
              }

              @Override
              public void transferEnded(TransactionOutcome outcome) {
                told.add("ended " + outcome.id() + ": " + TRACE.get());
              }
            })
        .build();
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(transactionId(id), account("A"), account("B"), money("1.00", "USD"));
  }

  /** Two callers, whose transfers share a batch on a thread of its own; what they are told. */
  private List<String> calledBack(TwoPhase host, AnswerTime when) throws InterruptedException {
    List<CompletableFuture<String>> seen = new ArrayList<>();
    for (String caller : List.of("one", "two")) {
      TRACE.set(caller);
      seen.add(host.transfers().submit(request(caller), when).thenApply(outcome -> TRACE.get()));
    }
    TRACE.set("later");
    Thread batch = new Thread(batches.take());
    batch.start();
    batch.join();
    return seen.stream().map(CompletableFuture::join).toList();
  }

  @ParameterizedTest
  @EnumSource(AnswerTime.class)
  void callbacksSeeIt(AnswerTime when) throws InterruptedException {
    assertThat(calledBack(carrying, when)).containsExactly("one", "two");
  }

  @Test
  void theListenerSeesItOfEachTransfer() throws InterruptedException {
    calledBack(carrying, AnswerTime.WHEN_FINISHED);

    Set<String> expected = new LinkedHashSet<>();
    for (String what : List.of("begun", "decided", "finished", "ended")) {
      expected.add(what + " one: one");
      expected.add(what + " two: two");
    }
    assertThat(told).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void withoutItNobodySeesAnything() throws InterruptedException {
    assertThat(calledBack(forgetting, AnswerTime.WHEN_FINISHED))
        .containsExactly("nobody's", "nobody's");
    assertThat(told).allMatch(line -> line.endsWith(": nobody's"));
  }
}
