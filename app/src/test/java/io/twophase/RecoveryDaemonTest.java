package io.twophase;

import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RecoveryDaemonTest implements RecoveryDaemon.Listener {

  private final FaultyStore store = Books.faulty(100, 0);
  private final List<Recovered> recovered = new CopyOnWriteArrayList<>();
  private final List<StoreException> failures = new CopyOnWriteArrayList<>();

  @Test
  void recoversWhatComesUntilItIsClosed() {
    TwoPhase twophase =
        TwoPhase.over(store).settings(TwoPhaseSettings.of(application("daemon"))).build();
    RecoveryDaemon daemon =
        RecoveryDaemon.start(
            twophase.recovery(),
            RecoveryRequest.olderThan(Duration.ZERO),
            Duration.ofMillis(5),
            this);
    try (daemon) {
      begin("t1");
      await().until(() -> recovered.contains(new Recovered.Done("t1", State.PENDING)));
      store.faults().when(WriteKind.ADVANCE).next(Fault.UNAVAILABLE);
      begin("t2");
      await().until(() -> recovered.contains(new Recovered.Done("t2", State.PENDING)));
    }
    begin("t3");
    daemon.close();

    assertThat(recovered).hasSize(2);
    assertThat(failures).hasSizeLessThanOrEqualTo(1);
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().equals("twophase-recovery")));
  }

  /** Each round that fails is told with its fault, and one that came to its end without. */
  @Test
  @Timeout(60)
  void anErrorOfAnyKindIsToldAndNeitherItNorAListenerThatThrowsEndsAnything() {
    List<Object> ends = new CopyOnWriteArrayList<>();
    RecoveryDaemon.Listener throwing =
        new RecoveryDaemon.Listener() {
          @Override
          public void recovered(Recovered one) {
            recovered.add(one);
            if (one.id().equals("t1")) {
              throw new IllegalStateException("listener");
            }
            throw new Fatal();
          }

          @Override
          public void completed() {
            ends.add("completed");
            throw new IllegalStateException("listener");
          }

          @Override
          public void failed(StoreException fault) {
            ends.add(fault.getCause().getClass());
            throw new Fatal();
          }
        };
    Queue<Error> errors =
        new ConcurrentLinkedQueue<>(
            List.of(new Fatal(), new StackOverflowError(), new OutOfMemoryError("planted")));
    try (RecoveryDaemon daemon = start(breaking(errors), throwing)) {
      for (String id : List.of("t1", "t2", "t3")) {
        begin(id);
        await().until(() -> recovered.contains(new Recovered.Done(id, State.PENDING)));
      }
      await().until(() -> ends.size() > 4);
      assertThat(daemon).isNotNull();
    }
    assertThat(ends)
        .startsWith(Fatal.class, StackOverflowError.class, OutOfMemoryError.class, "completed");
  }

  private static final class Fatal extends Error {
    private static final long serialVersionUID = 1;
  }

  private RecoveryDaemon start(Store broken, RecoveryDaemon.Listener listener) {
    return RecoveryDaemon.start(
        TwoPhase.over(broken).build().recovery(),
        RecoveryRequest.olderThan(Duration.ZERO),
        Duration.ofMillis(5),
        listener);
  }

  /** Throws each of the errors once, where it is asked what is unfinished. */
  private Store breaking(Queue<Error> errors) {
    return Books.at(
        store,
        "list",
        call -> {
          if (!errors.isEmpty()) {
            throw errors.remove();
          }
          return call.make();
        });
  }

  private void begin(String id) {
    new DocumentWrites(store).begin(transfer(id, "A", "B", cents(10)));
  }

  @Override
  public void recovered(Recovered one) {
    recovered.add(one);
  }

  @Override
  public void failed(StoreException fault) {
    failures.add(fault);
  }
}
