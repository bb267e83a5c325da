package io.twophase.app.network;

import io.twophase.app.network.storm.StormServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a replica set whose primary fails again and again. */
class ReplicaSetStormTest extends StormContract {

  @RegisterExtension final ReplicaSetStorms replicaSet = new ReplicaSetStorms();

  /** Fewer: each fails with its primary more often. */
  @Override
  int transfers() {
    return 500;
  }

  @Override
  StormServer stormServer() {
    return replicaSet.stormServer();
  }
}
