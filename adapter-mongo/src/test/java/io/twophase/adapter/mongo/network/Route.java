package io.twophase.adapter.mongo.network;

import java.io.IOException;
import java.util.Optional;

/** What becomes of the messages between a driver and a server. Called by many threads at once. */
@FunctionalInterface
public interface Route {

  /**
   * Carries a request to the server, or does not.
   *
   * @return what the driver is told; nothing, if its connection is cut
   */
  Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException;
}
