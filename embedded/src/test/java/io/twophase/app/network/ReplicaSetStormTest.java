package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The bad network on servers with transactions of their own, which records take as a shortcut where
 * they can, and on a replica set that fails.
 */
class ReplicaSetStormTest {

  /**
   * A replica set whose majority reads lag, whose primary fails again and again, and which lets
   * some waits for a majority run out of time.
   */
  private static final class Failing implements StormServer.Faults {
    private final Replication lagging = Replication.lagging(Seed.next("ReplicaSetStorms"));
    private final TransactionServer server = TransactionServer.start(lagging);
    private final int unansweredOneIn;

    /**
     * @param unansweredOneIn one of how many waits for a majority runs out of time
     */
    Failing(int unansweredOneIn) {
      this.unansweredOneIn = unansweredOneIn;
    }

    @Override
    public void begin() {
      server.become(lagging.withFailoverEvery(40).withUnansweredOneIn(unansweredOneIn));
    }

    @Override
    public boolean makeReadsLag() {
      return true;
    }

    @Override
    public void end() {
      server.become(lagging);
    }

    void close() {
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

  /** The transfers are fewer: each fails with its primary more often. */
  @Nested
  class ByTheProtocol extends StormContract {
    ByTheProtocol() {
      super(300, 40);
    }

    @Override
    StormServer stormServer() {
      Failing replicaSet = new Failing(25);
      closing(replicaSet::close);
      return StormServer.on(replicaSet.server.uri()).withFaults(replicaSet);
    }
  }

  /**
   * Transactions that are cut off keep others waiting until they are ended. They wait for a
   * majority seldom, so that more of their waits have to run out of time.
   */
  @Nested
  class WithTransactions extends StormContract {
    WithTransactions() {
      super(150, 40);
    }

    @Override
    StormServer stormServer() {
      Failing replicaSet = new Failing(5);
      closing(
          () -> {
            replicaSet.close();
            assertThat(replicaSet.server.conflicts()).isPositive();
          });
      return StormServer.on(replicaSet.server.uri()).withFaults(replicaSet).withTransactions();
    }
  }

  /** A write waits at most two seconds for a transaction whose client was cut off. */
  @Nested
  @Tag("deep")
  class WithTransactionsAndNoFailover extends StormContract {
    WithTransactionsAndNoFailover() {
      super(200, 25);
    }

    @Override
    StormServer stormServer() {
      TransactionServer server = TransactionServer.start(Duration.ofSeconds(2));
      closing(
          () -> {
            server.close();
            assertThat(server.conflicts()).isPositive();
          });
      return StormServer.on(server.uri()).withTransactions();
    }
  }
}
