package io.twophase.app.network.storm;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.id.ApplicationName;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * One of several processes' worth of Twophase on one database: a client, a store and an engine of
 * its own.
 */
public record Party(MongoClient client, TwoPhase twoPhase) implements AutoCloseable {

  private static final int BATCH_SIZE = 100;

  /** As by default, more than fit into the patience. */
  private static final int MAX_DOUBTS = 100;

  /**
   * Beyond this, a pending transaction's owner counts as dead: soon, so that work is taken over.
   */
  private static final Duration STUCK_AFTER = Duration.ofMillis(300);

  public static Party of(
      String name,
      MongoClient client,
      StormServer stormServer,
      UnaryOperator<AccountRepository> planted) {
    MongoStore store = stormServer.store(client);
    TwoPhase.Builder builder = TwoPhase.over(planted.apply(store.accounts()), store.transactions());
    store.atomicBatches().forEach(builder::atomicBatches);
    return of(name, client, builder);
  }

  /** The same over documents too, and showing that it is alive. */
  static Party withDocuments(
      String name, MongoClient client, StormServer stormServer, UnaryOperator<Store> planted) {
    return of(name, client, TwoPhase.over(planted.apply(stormServer.store(client))));
  }

  /** The same, of which each batch is one transaction. */
  static Party ofBatches(String name, MongoClient client, StormServer stormServer) {
    return of(name, client, TwoPhase.over(stormServer.store(client)).batchesAsOne(true));
  }

  private static Party of(String name, MongoClient client, TwoPhase.Builder builder) {
    EngineSettings engine =
        new EngineSettings(
            new ApplicationName(name),
            STUCK_AFTER,
            Duration.ofSeconds(1),
            Duration.ofMillis(5),
            Duration.ofMillis(50),
            MAX_DOUBTS);
    return new Party(client, builder.settings(new TwoPhaseSettings(engine, BATCH_SIZE)).build());
  }

  @Override
  public void close() {
    twoPhase.close();
    client.close();
  }
}
