package io.twophase.app.transfer.queue;

import static io.twophase.app.transfer.queue.QueueFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.test.contract.Race;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the executor of a host does, each transfer is made and has its answer. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExecutorsTest extends QueueFixture {

  /** Runs tasks on the threads of callers, and notes the deepest stack of them. */
  private static Executor noting(AtomicInteger deepest) {
    return task -> {
      deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
      task.run();
    };
  }

  @Test
  void onCallersThreadsNoBatchRunsWithinAnother() {
    int each = 400;
    AtomicInteger deepest = new AtomicInteger();
    TwoPhase host =
        host(
            QueueSettings.of(2).withBatchesUndecided(3),
            builder -> builder.executor(noting(deepest)));

    List<Long> known =
        Race.of(
            8,
            caller ->
                IntStream.range(0, each)
                    .mapToObj(n -> request(caller + "-" + n, "A", n % 2 == 0 ? "B" : "C"))
                    .map(host.transfers()::transfer)
                    .filter(outcome -> !(outcome instanceof TransactionOutcome.Unknown))
                    .count());

    assertThat(known).containsOnly((long) each);
    assertThat(deepest.get()).isBetween(1, 120);
  }
}
