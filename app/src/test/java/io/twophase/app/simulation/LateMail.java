package io.twophase.app.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** What was sent, and arrives some events later, in any order. */
final class LateMail {

  private static final int SOON = 30;
  private static final int LATE = 3_000;

  private record Letter(long due, long number, Runnable arrival) {}

  private final Random random;
  private final PriorityQueue<Letter> letters =
      new PriorityQueue<>(Comparator.comparingLong(Letter::due).thenComparingLong(Letter::number));
  private long now;
  private long sent;

  LateMail(Random random) {
    this.random = random;
  }

  void send(Runnable arrival) {
    int delay = 1 + random.nextInt(random.nextInt(4) == 0 ? LATE : SOON);
    letters.add(new Letter(now + delay, sent++, arrival));
  }

  /** One event later. */
  void tick() {
    now++;
    while (!letters.isEmpty() && letters.peek().due() <= now) {
      letters.remove().arrival().run();
    }
  }

  /** Lets the next one arrive at once; answers whether there was one. */
  boolean deliverNext() {
    Letter next = letters.poll();
    if (next != null) {
      next.arrival().run();
    }
    return next != null;
  }
}
