package io.twophase.adapter.mongo.network;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Keeps the answers of one kind of command back until told, and those of all others not. */
public final class Stalling implements Route {

  private final CountDownLatch released = new CountDownLatch(1);
  private volatile String command = "";

  /** From now on commands of this name reach the server, and have no answer. */
  public void stall(String newCommand) {
    command = newCommand;
  }

  /** Lets the answers through, for good. */
  public void release() {
    command = "";
    released.countDown();
  }

  @Override
  public Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException {
    boolean stalls = request.isOf(command);
    WireMessage answer = server.ask(request);
    if (stalls) {
      try {
        released.await();
      } catch (InterruptedException ended) {
        return Optional.empty();
      }
    }
    return Optional.of(answer);
  }
}
