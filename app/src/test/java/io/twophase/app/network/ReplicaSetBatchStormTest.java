package io.twophase.app.network;

import io.twophase.app.network.storm.StormServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The storm of batches, on a replica set whose primary fails again and again. */
class ReplicaSetBatchStormTest extends BatchStormContract {

  @RegisterExtension final ReplicaSetStorms replicaSet = new ReplicaSetStorms();

  @Override
  StormServer stormServer() {
    return replicaSet.stormServer();
  }
}
