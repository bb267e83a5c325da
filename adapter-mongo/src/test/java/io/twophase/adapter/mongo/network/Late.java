package io.twophase.adapter.mongo.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps messages back when told, and cuts the connection of whoever sent them: the server has them
 * long after the driver has given up, or never.
 */
public final class Late implements Route {

  private record Kept(WireMessage message, Upstream server) {}

  private final Queue<Kept> kept = new ConcurrentLinkedQueue<>();
  private final AtomicInteger times = new AtomicInteger();
  private volatile String command = "";

  /** Keeps the next {@code times} messages of {@code command}. */
  public void keep(String newCommand, int newTimes) {
    command = newCommand;
    times.set(newTimes);
  }

  @Override
  public Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException {
    boolean meant = times.get() > 0 && request.isOf(command) && times.getAndDecrement() > 0;
    if (meant) {
      kept.add(new Kept(request, server));
      return Optional.empty();
    }
    return Optional.of(server.ask(request));
  }

  /** Lets what was kept arrive, in the order it was sent, and tells what the server answers. */
  public List<WireMessage> deliver() throws IOException {
    List<WireMessage> answers = new ArrayList<>();
    for (Kept next = kept.poll(); next != null; next = kept.poll()) {
      answers.add(next.server().askApart(next.message()));
    }
    return answers;
  }
}
