package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.StormServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * On a replica set whose primary fails again and again, and whose own transactions batches take as
 * a shortcut: a write waits in the server for another's transaction.
 */
class ReplicaSetTransactionStormTest extends StormContract {

  @RegisterExtension final ReplicaSetStorms replicaSet = new ReplicaSetStorms();

  @AfterEach
  void transactionsHaveMet() {
    assertThat(replicaSet.conflicts()).isPositive();
  }

  /** Fewer: transactions that are cut off keep others waiting until they are ended. */
  @Override
  int transfers() {
    return 250;
  }

  @Override
  StormServer stormServer() {
    return replicaSet.stormServer().withTransactions();
  }
}
