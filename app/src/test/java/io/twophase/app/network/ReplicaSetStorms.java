package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A replica set whose majority reads lag, whose primary fails again and again, and which lets some
 * waits for a majority run out of time.
 */
final class ReplicaSetStorms implements AfterEachCallback, StormServer.Faults {

  private static final int COMMANDS_OF_A_PRIMARY = 40;
  private static final int UNANSWERED_ONE_IN = 25;

  private final Replication lagging = Replication.lagging(Seed.next("ReplicaSetStorms"));
  private final TransactionServer server = TransactionServer.start(lagging);

  StormServer stormServer() {
    return StormServer.on(server.uri()).withFaults(this);
  }

  /** How many of the server's own transactions have met another one. */
  long conflicts() {
    return server.conflicts();
  }

  @Override
  public void begin() {
    server.become(
        lagging.withFailoverEvery(COMMANDS_OF_A_PRIMARY).withUnansweredOneIn(UNANSWERED_ONE_IN));
  }

  @Override
  public boolean makeReadsLag() {
    return true;
  }

  @Override
  public void end() {
    server.become(lagging);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    System.out.println(
        "primaries failed: "
            + server.failovers()
            + "; waits for a majority that ran out of time: "
            + server.unanswered());
    server.close();
    assertThat(server.failovers()).isPositive();
    assertThat(server.unanswered()).isPositive();
  }
}
