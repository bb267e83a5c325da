package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.app.transfer.TransactionOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of work under way when the context closes. */
@Timeout(120)
class ContextEndTest {

  /** Stops the first batch until it is let go. */
  private static final class Gate implements TwoPhaseListener {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    @Override
    public void batchBegun(int size) {
      reached.countDown();
      try {
        if (!open.await(60, TimeUnit.SECONDS)) {
          throw new IllegalStateException("nobody opened the gate");
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void whatIsBegunIsBroughtToItsEndBeforeTheClientIsClosed() {
    Gate gate = new Gate();
    Contexts.set()
        .withBean(TwoPhaseListener.class, () -> gate)
        .run(
            context -> {
              TwoPhase twophase = Contexts.open(context);
              CompletableFuture<TransactionOutcome> underWay =
                  CompletableFuture.supplyAsync(
                      () -> twophase.transfers().transfer(Contexts.transfer("t")));
              gate.reached.await();
              List<String> order = new CopyOnWriteArrayList<>();
              Thread closing =
                  new Thread(
                      () -> {
                        context.getSourceApplicationContext().close();
                        order.add("closed");
                      });
              closing.start();
              AtomicInteger next = new AtomicInteger();
              await()
                  .atMost(Duration.ofSeconds(60))
                  .until(
                      () ->
                          twophase
                                  .transfers()
                                  .submit(Contexts.transfer("later" + next.incrementAndGet()))
                                  .completeOnTimeout(null, 100, TimeUnit.MILLISECONDS)
                                  .join()
                              instanceof TransactionOutcome.NotAsked);
              order.add("gate opened");
              gate.open.countDown();
              closing.join();

              assertThat(order).containsExactly("gate opened", "closed");
              assertThat(underWay.join().isApplied()).isTrue();
              assertThat(underWay.join().isOpenEnded()).isFalse();
            });
  }
}
