package io.twophase.app.transfer.batch;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhaseListener;
import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Engines;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.app.transfer.atomic.AtomicShortcut;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A transfer that waited for another in vain says why it does not know its outcome. */
class RetryBlockedTest {

  private static final TransferRequest REQUEST =
      new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30));
  private static final EngineSettings SETTINGS = EngineSettings.of(application("test"));

  /** An entry that is only asked for its request. */
  private record Entry(TransferRequest request) implements BatchEntry {}

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private boolean isGone;
  private Duration now = Duration.ZERO;
  private final BatchRunner runner =
      new BatchRunner(
          Engines.over(store.accounts(), records(), pause -> {}, SETTINGS),
          new AtomicShortcut(
              Option.none(),
              SETTINGS.application(),
              new RandomIds(),
              () -> now,
              EngineListener.IGNORED),
          new RandomIds(),
          () -> now,
          TwoPhaseListener.IGNORED);

  /** Records that cannot be read while the store is gone. */
  private TransactionRepository records() {
    return (TransactionRepository)
        Proxy.newProxyInstance(
            RetryBlockedTest.class.getClassLoader(),
            new Class<?>[] {TransactionRepository.class},
            (proxy, method, arguments) -> {
              if (isGone && method.getName().equals("find")) {
                throw new StoreUnavailableException("planted: no store today");
              }
              try {
                return method.invoke(store.transactions(), arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private BlockedTransfer<Entry> blocked() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
    store
        .transactions()
        .begin(
            List.of(
                new NewRecord.Begun(
                    transfer("t", "A", "B", cents(30)), application("other"), token("other"))));
    return runner.run(List.of(new Entry(REQUEST)), () -> {}).get(0).getLeft();
  }

  private String why(BlockedTransfer<Entry> blocked) {
    now = now.plus(SETTINGS.patience());
    Either<BlockedTransfer<Entry>, Answered<Entry>> answer =
        runner.retryBlocked(List.of(blocked)).get(0);
    return ((TransactionOutcome.Unknown) answer.get().outcome()).why();
  }

  @Test
  void thatAnotherHasIt() {
    assertThat(why(blocked())).isEqualTo("it is pending, and another process may be at work on it");
  }

  @Test
  void thatTheStoreWasGoneWhenItLookedLast() {
    BlockedTransfer<Entry> blocked = blocked();
    isGone = true;

    assertThat(why(blocked)).contains("planted: no store today");
  }
}
