package io.twophase.adapter.mongo.network;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Cuts connections when told: before a command reaches the server, or after it has done the command
 * and before its answer is back.
 */
public final class Cutting implements Route {

  /** When a connection is cut. */
  public enum Cut {
    /** The server never hears of the command. */
    BEFORE_THE_SERVER_HAS_IT,
    /** The server has done the command. */
    AFTER_THE_SERVER_HAS_DONE_IT
  }

  private final AtomicInteger letThrough = new AtomicInteger();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile Cut cut = Cut.BEFORE_THE_SERVER_HAS_IT;
  private volatile String command = "";

  /** Cuts the next {@code times} messages of {@code newCommand}, after some let through. */
  public void cut(Cut newCut, String newCommand, int afterSome, int times) {
    command = newCommand;
    cut = newCut;
    letThrough.set(afterSome);
    cuts.set(times);
  }

  @Override
  public Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException {
    boolean cutting = isCut(request);
    if (cutting && cut == Cut.BEFORE_THE_SERVER_HAS_IT) {
      return Optional.empty();
    }
    WireMessage answer = server.ask(request);
    return cutting ? Optional.empty() : Optional.of(answer);
  }

  private boolean isCut(WireMessage request) {
    boolean meant = cuts.get() > 0 && request.isOf(command);
    return meant && letThrough.getAndDecrement() <= 0 && cuts.getAndDecrement() > 0;
  }
}
