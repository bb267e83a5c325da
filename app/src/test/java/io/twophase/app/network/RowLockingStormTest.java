package io.twophase.app.network;

import io.twophase.adapter.mongo.RowLockingServer;
import org.junit.jupiter.api.AfterEach;

/** On a server on which each command is one transaction with row locks. */
class RowLockingStormTest extends StormContract {

  private final RowLockingServer server = RowLockingServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Override
  Place place() {
    return Place.on(server.uri());
  }
}
