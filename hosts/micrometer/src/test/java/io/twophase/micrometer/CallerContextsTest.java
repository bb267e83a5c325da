package io.twophase.micrometer;

import static io.twophase.app.testing.Books.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.context.ContextRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.TransactionId;
import io.twophase.ports.CallerContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The caller's observation, and what else has an accessor, where the caller is called back. */
@Timeout(60)
class CallerContextsTest {

  private static final String KEY = "tenant";
  private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

  private final InMemoryStore store = Books.inMemory(100, 0);
  private final TestObservationRegistry registry = TestObservationRegistry.create();
  private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
  private final CountDownLatch go = new CountDownLatch(1);

  @BeforeEach
  void knowTheTenant() {
    ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, TENANT);
  }

  @AfterEach
  void forgetTheTenant() {
    TENANT.remove();
    ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
  }

  /** What this thread carries. */
  private String carried() {
    Observation current = registry.getCurrentObservation();
    return TENANT.get() + " in " + (current == null ? null : current.getContext().getName());
  }

  /** Batches run on threads of another tenant, once the callers have asked. */
  private TwoPhase host(TwoPhaseListener listener, CallerContext context) {
    return TwoPhase.over(store)
        .listener(listener)
        .callerContext(context)
        .executor(this::runLater)
        .build();
  }

  private void runLater(Runnable batch) {
    new Thread(
            () -> {
              try {
                go.await();
              } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
              }
              TENANT.set("the batch's");
              batch.run();
            })
        .start();
  }

  private CompletableFuture<String> submit(TwoPhase host, String id) {
    return host.transfers().submit(request(id, 1)).thenApply(outcome -> carried());
  }

  /** What a caller that has both, and one that has neither, see in their callbacks. */
  private List<String> calledBack(TwoPhase host) {
    TENANT.set("blue");
    CompletableFuture<String> first =
        Observation.createNotStarted("host", registry).observe(() -> submit(host, "t1"));
    TENANT.remove();
    CompletableFuture<String> second = submit(host, "t2");
    go.countDown();
    return List.of(first.join(), second.join());
  }

  private final TwoPhaseListener telling =
      new TwoPhaseListener() {
        @Override
        public void transferBegun(TransactionId id) {
          told.add(id + " begun for " + carried());
        }

        @Override
        public void transferEnded(TransactionOutcome outcome) {
          told.add(outcome.id() + " ended for " + carried());
        }
      };

  @Test
  void callbacksAndTheListenerSeeTheCallersOwn() {
    try (TwoPhase host = host(telling, CallerContexts.ofMicrometer())) {
      assertThat(calledBack(host)).containsExactly("blue in host", "null in null");
    }
    assertThat(told)
        .containsExactlyInAnyOrder(
            "t1 begun for blue in host",
            "t1 ended for blue in host",
            "t2 begun for null in null",
            "t2 ended for null in null");
  }

  @Test
  void withoutItTheyDoNot() {
    try (TwoPhase host = host(telling, CallerContext.NONE)) {
      assertThat(calledBack(host)).noneMatch(seen -> seen.contains("host"));
    }
    assertThat(told).hasSize(4).noneMatch(line -> line.contains("blue"));
  }

  /** The metrics have scopes of their own on the same threads. */
  @Test
  void whatIsObservedIsUnderTheCallersAllTheSame() {
    Contexts contexts = new Contexts();
    registry.observationConfig().observationHandler(contexts);
    TwoPhaseMetrics metrics = new TwoPhaseMetrics(registry, new SimpleMeterRegistry());
    try (TwoPhase host = host(metrics, CallerContexts.ofMicrometer())) {
      assertThat(calledBack(host)).containsExactly("blue in host", "null in null");
    }

    assertThat(contexts.names())
        .contains("host", "twophase.transaction in host", "twophase.transaction");
    assertThat(contexts.open()).isEmpty();
    TestObservationRegistryAssert.assertThat(registry)
        .doesNotHaveAnyRemainingCurrentObservation()
        .doesNotHaveAnyRemainingCurrentScope();
  }
}
