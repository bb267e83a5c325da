package io.twophase.app.transfer.queue;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Hosts over one gated store in memory, whose account A has 1,000 and B has nothing. */
final class QueueFixture implements AutoCloseable {

  private final InMemoryStore store;
  private final GatedStore gated;
  private final List<TwoPhase> hosts = new ArrayList<>();

  QueueFixture() {
    this(HoldLimit.DEFAULT);
  }

  QueueFixture(HoldLimit limit) {
    store = InMemoryStore.create(Clock.systemUTC(), limit);
    gated = new GatedStore(store);
    Books.open(store, 1_000, 0, 1_000, 0, 0);
  }

  GatedStore gated() {
    return gated;
  }

  TwoPhase host(QueueSettings commit, UnaryOperator<TwoPhase.Builder> more) {
    return host(commit, Duration.ofMinutes(1), more);
  }

  TwoPhase host(QueueSettings commit, Duration patience, UnaryOperator<TwoPhase.Builder> more) {
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

  /**
   * Lets another, who is alive, begin what {@link #request(String)} asks for, and go no further.
   */
  void beginAsAnother(String id) {
    Owner other = new Owner(application("other"), token(id));
    store.records().insert(List.of(NewRecord.alone(transfer(id, "A", "B", cents(1)), other)));
  }

  /** Lets another hold what it has begun. */
  void holdAsAnother(String id) {
    new DocumentWrites(store).hold(transfer(id, "A", "B", cents(1)), 1);
  }

  /** Lets another finish what it has begun. */
  void finishAsAnother(String id) {
    var unused = Hosts.alone(store).transfers().transfer(request(id));
  }

  long balance(String account) {
    return Books.balance(store, account);
  }

  @Override
  public void close() {
    gated.open();
    hosts.forEach(TwoPhase::close);
  }
}
