package io.twophase.app.network.storm;

import com.mongodb.client.MongoClient;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.ApplicationName;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The parts that one of several processes has of Twophase on one database: clients, a store and an
 * engine of its own.
 */
public record Party(List<MongoClient> clients, TwoPhase twoPhase) implements AutoCloseable {

  private static final int BATCH_SIZE = 100;

  /** As by default, more than fit into the patience. */
  private static final int MAX_DOUBTS = 100;

  /**
   * Beyond this, a pending transaction's owner counts as dead: soon, so that work is taken over.
   */
  private static final Duration STUCK_AFTER = Duration.ofMillis(300);

  /**
   * A process over the server's store, or over what is planted in its place, that shows that it is
   * alive.
   */
  public static Party of(
      String name,
      List<MongoClient> clients,
      StormServer stormServer,
      UnaryOperator<Store> planted) {
    EngineSettings engine =
        new EngineSettings(
            new ApplicationName(name),
            STUCK_AFTER,
            Duration.ofSeconds(1),
            Duration.ofMillis(5),
            Duration.ofMillis(50),
            MAX_DOUBTS);
    TwoPhase twoPhase =
        TwoPhase.over(planted.apply(stormServer.store(clients)))
            .settings(new TwoPhaseSettings(engine, BATCH_SIZE))
            .build();
    return new Party(clients, twoPhase);
  }

  @Override
  public void close() {
    twoPhase.close();
    clients.forEach(MongoClient::close);
  }
}
