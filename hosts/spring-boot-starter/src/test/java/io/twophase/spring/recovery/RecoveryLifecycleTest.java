package io.twophase.spring.recovery;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.twophase.spring.Contexts;
import io.twophase.spring.LeftBehind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RecoveryLifecycleTest {

  private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final AtomicBoolean isDown = new AtomicBoolean();

  private boolean isDone(String id) {
    return store.transactions().find(List.of(transactionId(id))).get(0)
            instanceof TransactionLookup.Found found
        && found.record().state() == State.DONE;
  }

  @Test
  void whatOthersLeftIsFinishedAsLongAsTheContextRuns() {
    LeftBehind.in(store, "t1");
    Contexts.unset()
        .withBean(Store.class, () -> store)
        .withPropertyValues("twophase.stuck-after=0s", "twophase.recovery.interval=5ms")
        .run(
            context -> {
              RecoveryLifecycle recovery = context.getBean(RecoveryLifecycle.class);
              await().atMost(ONE_MINUTE).until(() -> isDone("t1"));
              await().atMost(ONE_MINUTE).until(() -> recovery.status().completedAt() != null);
              context.getSourceApplicationContext().stop();
              assertThat(recovery.isRunning()).isFalse();
              LeftBehind.in(store, "t2");
              assertThat(isDone("t2")).isFalse();
              context.getSourceApplicationContext().start();
              await().atMost(ONE_MINUTE).until(() -> isDone("t2"));
              assertThat(recovery.isRunning()).isTrue();
              context.getSourceApplicationContext().close();
              assertThat(recovery.isRunning()).isFalse();
            });
  }

  @Test
  void theStatusSaysHowThePassesEnded() {
    RecoveryLifecycle recovery =
        new RecoveryLifecycle(
            TwoPhase.over(store.accounts(), failing()).build().recovery(),
            RecoveryRequest.olderThan(Duration.ZERO),
            Duration.ofMillis(5),
            InstantSource.fixed(NOW));
    assertThat(recovery.status()).isEqualTo(RecoveryStatus.NOT_STARTED);

    recovery.start();
    recovery.start();
    await()
        .atMost(ONE_MINUTE)
        .until(() -> recovery.status().equals(new RecoveryStatus(true, NOW, NOW, null)));
    isDown.set(true);
    await()
        .atMost(ONE_MINUTE)
        .until(() -> recovery.status().equals(new RecoveryStatus(true, NOW, NOW, "down")));
    isDown.set(false);
    await()
        .atMost(ONE_MINUTE)
        .until(() -> recovery.status().equals(new RecoveryStatus(true, NOW, NOW, null)));
    recovery.stop();
    recovery.stop();

    assertThat(recovery.status()).isEqualTo(new RecoveryStatus(false, NOW, NOW, null));
  }

  /** The store's records, out of reach while it is down. */
  private TransactionRepository failing() {
    TransactionRepository sound = store.transactions();
    return (TransactionRepository)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {TransactionRepository.class},
            (proxy, method, arguments) -> {
              if (isDown.get()) {
                throw new StoreUnavailableException("down");
              }
              try {
                return method.invoke(sound, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
