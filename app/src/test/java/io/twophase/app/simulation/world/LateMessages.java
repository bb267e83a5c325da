package io.twophase.app.simulation.world;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** What was sent, and arrives some events later, in any order. */
public final class LateMessages {

  private static final int SOON = 30;
  private static final int LATE = 3_000;

  private record Message(long due, long number, Runnable arrival) {}

  private final Random random;
  private final PriorityQueue<Message> messages =
      new PriorityQueue<>(
          Comparator.comparingLong(Message::due).thenComparingLong(Message::number));
  private long now;
  private long sent;

  LateMessages(Random random) {
    this.random = random;
  }

  void send(Runnable arrival) {
    int delay = 1 + random.nextInt(random.nextInt(4) == 0 ? LATE : SOON);
    messages.add(new Message(now + delay, sent++, arrival));
  }

  /** One event later. */
  void tick() {
    now++;
    while (!messages.isEmpty() && messages.peek().due() <= now) {
      messages.remove().arrival().run();
    }
  }

  /** Lets the next one arrive at once; answers whether there was one. */
  public boolean deliverNext() {
    Message next = messages.poll();
    if (next != null) {
      next.arrival().run();
    }
    return next != null;
  }
}
