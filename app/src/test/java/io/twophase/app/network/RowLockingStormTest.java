package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.rowlocking.RowLockingServer;
import io.twophase.app.network.storm.StormServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** On a server on which each command is one transaction with row locks; none meet in a circle. */
@Tag("deep")
class RowLockingStormTest extends StormContract {

  private final RowLockingServer server = RowLockingServer.start();

  @AfterEach
  void nobodyWaitedInACircle() {
    server.close();
    assertThat(server.deadlocks()).isZero();
  }

  @Override
  StormServer stormServer() {
    return StormServer.on(server.uri());
  }
}
