package io.twophase.app.transfer.queue;

import static io.twophase.TwoPhase.document;
import static io.twophase.app.testing.Patiently.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.TransactionContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Functions take their turns between transfers. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TransferQueueTest extends QueueFixture {

  @Test
  void functionsThatTouchNoCommonDocumentShareABatch() throws Exception {
    TwoPhase host = host(QueueSettings.of(100).withBatchesUndecided(1));
    var first = submitHeld(host, "t");
    ExecutorService callers = Executors.newFixedThreadPool(5);
    List<Future<FunctionOutcome<Boolean>>> functions =
        IntStream.range(0, 5)
            .mapToObj(n -> callers.submit(() -> host.transact("f" + n, tx -> insert(tx, n))))
            .toList();
    await().until(() -> host.counters().waiting() == functions.size());
    gated.open();

    for (Future<FunctionOutcome<Boolean>> function : functions) {
      assertThat(function.get().orElseThrow()).isTrue();
    }
    callers.shutdown();
    areApplied(List.of(first));
    assertThat(gated.sizesOf("insert")).containsExactly(1, 5);
  }

  private static boolean insert(TransactionContext tx, int id) {
    boolean isFirst = tx.get(document("orders", id)).isEmpty();
    tx.insert(document("orders", id), Map.of("n", id));
    return isFirst;
  }

  /** The thread of a function runs what others have asked for while its transaction was decided. */
  @Test
  void oneThatRunsBehindAFunctionMayAskForAFunction() {
    AtomicReference<TwoPhase> host = new AtomicReference<>();
    AtomicReference<CompletableFuture<Boolean>> behind = new AtomicReference<>();
    TwoPhaseListener asking =
        new TwoPhaseListener() {
          @Override
          public void stepBegun(ProtocolStep step, int transactions) {
            if (step == ProtocolStep.DECIDE && behind.get() == null) {
              CompletableFuture.runAsync(() -> behind.set(asked(host.get()))).join();
            }
          }
        };
    host.set(
        host(
            QueueSettings.of(2).withBatchesInFlight(1),
            builder ->
                builder.executor(Runnable::run).callbackExecutor(Runnable::run).listener(asking)));

    assertThat(host.get().transact("f", TransferQueueTest::move).isApplied()).isTrue();

    assertThat(behind.get().join()).isTrue();
  }

  private static CompletableFuture<Boolean> asked(TwoPhase host) {
    return host.transfers()
        .submit(request("t"))
        .thenApply(done -> host.transact("g", TransferQueueTest::move).isApplied());
  }

  private static boolean move(TransactionContext tx) {
    tx.debit(TwoPhase.account("A"), TwoPhase.money("0.01", "USD"));
    tx.credit(TwoPhase.account("B"), TwoPhase.money("0.01", "USD"));
    return true;
  }
}
