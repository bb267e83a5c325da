package io.twophase.app.transfer.queue;

import static io.twophase.TwoPhase.document;
import static io.twophase.app.testing.Patiently.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.TransactionContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
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
}
