package io.twophase.cli.context;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.ApplicationName;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.ports.Store;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Twophase over an open store, for the time of one command. */
public final class Session implements AutoCloseable {

  private static final ApplicationName APPLICATION = new ApplicationName("twophase");

  private final Store store;
  private final TwoPhase twoPhase;
  private final Duration stuckAfter;
  private final Supplier<Optional<EmbeddedStoreException>> failure;
  private final Runnable close;

  /**
   * A store that this process has to itself has no living owner of anything pending but this
   * process: there, whatever is pending is stuck.
   */
  private Session(
      Store store,
      Duration stuckAfter,
      Supplier<Optional<EmbeddedStoreException>> failure,
      Runnable close) {
    EngineSettings engine = EngineSettings.of(APPLICATION).withStuckAfter(stuckAfter);
    this.store = store;
    this.twoPhase =
        TwoPhase.over(store)
            .settings(new TwoPhaseSettings(engine, TwoPhaseSettings.DEFAULT_BATCH_SIZE))
            .build();
    this.stuckAfter = stuckAfter;
    this.failure = failure;
    this.close = close;
  }

  /** Twophase over the store that {@code uri} names. */
  static Session open(StoreUri uri, MongoStoreSettings settings) {
    return uri.fold(
        embedded ->
            embedded(
                EmbeddedServer.open(embedded.directory(), 0, embedded.durability()),
                embedded,
                settings),
        memory -> inMemory(),
        server -> onServer(MongoStore.open(server.uri(), settings)));
  }

  private static Session onServer(MongoStore store) {
    return new Session(store, EngineSettings.TUTORIAL_STUCK_AFTER, Optional::empty, store::close);
  }

  private static Session inMemory() {
    return new Session(
        InMemoryStore.create(Clock.systemUTC()), Duration.ZERO, Optional::empty, () -> {});
  }

  private static Session embedded(
      EmbeddedServer server, StoreUri.Embedded uri, MongoStoreSettings settings) {
    try {
      MongoStore store = MongoStore.open(EmbeddedDatabase.uri(server, uri), settings);
      return new Session(
          store,
          Duration.ZERO,
          server::failure,
          () -> {
            store.close();
            server.close();
          });
    } catch (RuntimeException fault) {
      server.close();
      throw fault;
    }
  }

  /** How long a pending record must be unmodified before its owner counts as dead. */
  public Duration stuckAfter() {
    return stuckAfter;
  }

  /** Why a store in this process answers nothing any more; nothing while it does. */
  public Optional<EmbeddedStoreException> failure() {
    return failure.get();
  }

  /** What the store has, as it is stored. */
  public Store store() {
    return store;
  }

  public TwoPhase twoPhase() {
    return twoPhase;
  }

  @Override
  public void close() {
    twoPhase.close();
    close.run();
  }
}
