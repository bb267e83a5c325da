package io.twophase.app.transfer.queue;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.test.fault.FaultyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Hosts over one gated store in memory, whose accounts A and C have 1,000; B, D and E nothing. */
abstract class QueueFixture {

  FaultyStore store;
  GatedStore gated;
  private final List<TwoPhase> hosts = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  QueueFixture() {
    use(HoldLimit.DEFAULT);
  }

  /** The test goes on with an empty store whose accounts have at most so many holds. */
  final void use(HoldLimit limit) {
    store = FaultyStore.over(InMemoryStore.create(Clock.systemUTC(), limit));
    gated = new GatedStore(store);
    Books.open(store, 1_000, 0, 1_000, 0, 0);
  }

  @AfterEach
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  final void closeHosts() {
    gated.open();
    hosts.forEach(TwoPhase::close);
  }

  final TwoPhase host(QueueSettings commit) {
    return host(commit, builder -> builder);
  }

  final TwoPhase host(QueueSettings commit, UnaryOperator<TwoPhase.Builder> more) {
    return host(commit, Duration.ofMinutes(1), more);
  }

  final TwoPhase host(
      QueueSettings commit, Duration patience, UnaryOperator<TwoPhase.Builder> more) {
    EngineSettings engine = EngineSettings.of(new ApplicationName("test")).withPatience(patience);
    TwoPhase host =
        more.apply(TwoPhase.over(gated.store()).settings(new TwoPhaseSettings(engine, commit)))
            .build();
    hosts.add(host);
    return host;
  }

  static TransferRequest request(String id) {
    return request(id, "A", "B");
  }

  static TransferRequest request(String id, String from, String to) {
    return Books.request(id, from, to, 1);
  }

  /** Submits a transfer, whose batch has begun and stops before it places its holds. */
  final CompletableFuture<TransactionOutcome> submitHeld(TwoPhase host, String id)
      throws InterruptedException {
    CountDownLatch held = gated.stopAt("place");
    CompletableFuture<TransactionOutcome> future = host.transfers().submit(request(id));
    held.await();
    return future;
  }

  static void areApplied(List<CompletableFuture<TransactionOutcome>> futures) {
    assertThat(futures.stream().map(CompletableFuture::join))
        .hasOnlyElementsOfType(TransactionOutcome.Applied.class);
  }

  /** Lets another, who is alive, begin what {@link #request(String)} asks for. */
  final void beginAsAnother(String id) {
    new DocumentWrites(store).begin(transfer(id, "A", "B", cents(1)));
  }

  /** Lets another hold what it has begun. */
  final void holdAsAnother(String id) {
    new DocumentWrites(store).hold(transfer(id, "A", "B", cents(1)), 1);
  }

  /** Lets another finish what it has begun. */
  final void finishAsAnother(String id) {
    var unused = Hosts.alone(store).transfers().transfer(request(id));
  }

  final long balance(String account) {
    return Books.balance(store, account);
  }
}
