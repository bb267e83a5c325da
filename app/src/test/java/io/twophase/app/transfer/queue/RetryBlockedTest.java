package io.twophase.app.transfer.queue;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhaseListener;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Engines;
import io.twophase.app.engine.Runs;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.app.transfer.queue.BlockedTickets.Blocked;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.ports.CallerContext;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A transfer that waited for another in vain says why it does not know its outcome. */
class RetryBlockedTest {

  private static final TransferRequest REQUEST = Books.request("t", 30);
  private static final EngineSettings SETTINGS = EngineSettings.of(application("test"));

  private final InMemoryStore store = Books.inMemory(100, 0);
  private boolean isGone;
  private Duration now = Duration.ZERO;

  /** Its records cannot be read while it is gone. */
  private final Store seen =
      Interceptor.before(
          Store.class,
          store,
          (method, asked, call) -> {
            if (isGone && method.startsWith("find")) {
              throw new StoreUnavailableException("planted: no store today");
            }
            return call.make();
          });

  private final Engine engine = Engines.over(seen, pause -> {}, SETTINGS);
  private final BatchRunner runner =
      new BatchRunner(engine, new Runs(engine), () -> now, TwoPhaseListener.IGNORED);

  private Blocked blocked() {
    new DocumentWrites(store).begin(transfer("t", "A", "B", cents(30)));
    Ticket ticket =
        new Ticket(
            REQUEST,
            REQUEST.id(),
            AnswerTime.WHEN_FINISHED,
            Deadline.NONE,
            CallerContext.Captured.NONE,
            null);
    return runner.run(List.of(ticket), Order.ANY, WaitPolicy.LEAVE, () -> {}).get(0);
  }

  private String why(Blocked blocked) {
    now = now.plus(SETTINGS.patience());
    assertThat(runner.retry(List.of(blocked))).isEmpty();
    blocked.ticket().complete();
    return ((TransactionOutcome.Unknown) blocked.ticket().await()).why();
  }

  @Test
  void thatAnotherHasIt() {
    assertThat(why(blocked())).isEqualTo("it is pending, and another process may be at work on it");
  }

  @Test
  void thatTheStoreWasGoneWhenItLookedLast() {
    Blocked blocked = blocked();
    isGone = true;

    assertThat(why(blocked)).contains("planted: no store today");
  }
}
