package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.ports.CallerContext;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
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
  private final TwoPhase host = host();

  @BeforeEach
  void accounts() {
    host.accounts().open(account("A"), money("100.00", "USD"));
    host.accounts().open(account("B"), money("0.00", "USD"));
  }

  @AfterEach
  void close() {
    TRACE.remove();
    // a second task may have been given for the second transfer, with nothing left to do
    batches.forEach(Runnable::run);
    host.close();
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

  private TwoPhase host() {
    return TwoPhase.over(store)
        .callerContext(CallerContextTest::captured)
        .executor(batches::add)
        .listener(
            Interceptor.before(
                TwoPhaseListener.class,
                TwoPhaseListener.IGNORED,
                (method, of, call) -> {
                  told.add(method + " " + id(of.get(0)) + ": " + TRACE.get());
                  return call.make();
                }))
        .build();
  }

  /** The id of the transfer that a listener is told of, if it is told of one. */
  private static Object id(Object of) {
    return of instanceof TransactionOutcome outcome ? outcome.id() : of;
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(transactionId(id), account("A"), account("B"), money("1.00", "USD"));
  }

  /** Two callers, whose transfers share a batch on a thread of its own; what they are told. */
  private List<String> calledBack(AnswerTime when) throws InterruptedException {
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
    assertThat(calledBack(when)).containsExactly("one", "two");
  }

  @Test
  void theListenerSeesItOfEachTransfer() throws InterruptedException {
    calledBack(AnswerTime.WHEN_FINISHED);

    Set<String> expected = new LinkedHashSet<>();
    for (String what : List.of("Asked", "Begun", "Decided", "Finished", "Ended")) {
      expected.add("transfer" + what + " one: one");
      expected.add("transfer" + what + " two: two");
    }
    assertThat(told)
        .filteredOn(line -> line.startsWith("transfer"))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
