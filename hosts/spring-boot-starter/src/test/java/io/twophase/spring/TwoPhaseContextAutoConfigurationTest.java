package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.micrometer.CallerContexts;
import io.twophase.ports.CallerContext;
import io.twophase.ports.Store;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** The MDC of who asks, where it is called back. */
@Timeout(120)
class TwoPhaseContextAutoConfigurationTest {

  private static final String KEY = "order";

  private final CountDownLatch go = new CountDownLatch(1);

  @BeforeEach
  void knowTheMdc() {
    ContextRegistry.getInstance()
        .registerThreadLocalAccessor(
            "mdc", MDC::getCopyOfContextMap, MDC::setContextMap, MDC::clear);
  }

  @AfterEach
  void forgetTheMdc() {
    MDC.clear();
    ContextRegistry.getInstance().removeThreadLocalAccessor("mdc");
  }

  /** Batches run on threads of their own, once the caller has asked. */
  private ApplicationContextRunner host() {
    TwoPhaseCustomizer later =
        builder ->
            builder.executor(
                batch ->
                    new Thread(
                            () -> {
                              awaitQuietly(go);
                              batch.run();
                            })
                        .start());
    return Contexts.unset()
        .withBean(Store.class, () -> InMemoryStore.create(Clock.systemUTC()))
        .withBean(TwoPhaseCustomizer.class, () -> later)
        .withPropertyValues("twophase.recovery.enabled=false")
        .withConfiguration(AutoConfigurations.of(TwoPhaseMetricsAutoConfiguration.class));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the callback of a transfer sees of its caller's MDC. */
  private String calledBack(ApplicationContext context) {
    TwoPhase twophase = Contexts.open(context);
    MDC.put(KEY, "order 1");
    CompletableFuture<String> seen =
        twophase
            .transfers()
            .submit(Contexts.transfer("t"))
            .thenApply(outcome -> String.valueOf(MDC.get(KEY)));
    MDC.remove(KEY);
    go.countDown();
    return seen.join();
  }

  @Test
  void aCallbackHasTheMdcOfItsCaller() {
    host().run(context -> assertThat(calledBack(context)).isEqualTo("order 1"));
  }

  @Test
  void withoutEitherLibraryItHasNot() {
    host()
        .withClassLoader(new FilteredClassLoader(ContextSnapshotFactory.class))
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(CallerContext.class);
              assertThat(calledBack(context)).isEqualTo("null");
            });
    host()
        .withClassLoader(new FilteredClassLoader(CallerContexts.class))
        .run(context -> assertThat(context).doesNotHaveBean(CallerContext.class));
  }

  @Test
  void theHostsOwnIsTaken() {
    host()
        .withBean("own", CallerContext.class, () -> CallerContext.NONE)
        .run(context -> assertThat(calledBack(context)).isEqualTo("null"));
  }
}
