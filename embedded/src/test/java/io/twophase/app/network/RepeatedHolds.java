package io.twophase.app.network;

import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.Upstream;
import io.twophase.adapter.mongo.network.WireCommand;
import io.twophase.adapter.mongo.network.WireMessage;
import java.io.IOException;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A network that repeats what rule 4 says may not be: behind each settle come the latest holds
 * again, and then the settle, which may be repeated. At any other time the guards of a hold, and
 * the scrub, make its repetition harmless.
 */
final class RepeatedHolds implements Route {

  private static final int REMEMBERED = 4;

  private final Route road;
  private final Deque<WireMessage> holds = new ConcurrentLinkedDeque<>();

  RepeatedHolds(Route road) {
    this.road = road;
  }

  @Override
  public Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException {
    WireCommand command = WireCommand.of(request);
    if (command.holds()) {
      holds.addFirst(request);
      if (holds.size() > REMEMBERED) {
        holds.pollLast();
      }
      return road.carry(request, server);
    }
    Optional<WireMessage> answer = road.carry(request, server);
    if (command.onAccounts() && command.mayBeRepeated()) {
      for (WireMessage hold : holds) {
        server.askApart(hold);
      }
      server.askApart(request);
    }
    return answer;
  }
}
