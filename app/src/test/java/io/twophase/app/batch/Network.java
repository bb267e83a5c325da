package io.twophase.app.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** The messages of one process, and what becomes of them; late ones wait here. */
final class Network {

  /** The process is dead: nothing after this is done by it. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death() {
      super("planted: the process dies", null, false, false);
    }
  }

  private final Random random;
  private final int faultsInHundred;
  private final int lastMessage;
  private final List<Runnable> late = new ArrayList<>();
  private Runnable intruder = () -> {};
  private boolean isIntruded;
  private int messages;

  /**
   * @param faultsInHundred how many of a hundred messages have another fate than to be answered
   * @param lastMessage the number of the message at which the process dies; below zero, never
   */
  Network(Random random, int faultsInHundred, int lastMessage) {
    this.random = random;
    this.faultsInHundred = faultsInHundred;
    this.lastMessage = lastMessage;
  }

  /** One on which all is well. */
  static Network sound() {
    return new Network(new Random(0), 0, -1);
  }

  /** Before some messages, this is done by others. */
  void intruder(Runnable other) {
    intruder = other;
  }

  private void intrude() {
    if (!isIntruded && random.nextInt(12) == 0) {
      isIntruded = true;
      intruder.run();
      isIntruded = false;
    }
  }

  private Fate next() {
    messages++;
    intrude();
    if (messages == lastMessage) {
      return random.nextBoolean() ? Fate.DEAD_BEFORE : Fate.DEAD_AFTER;
    }
    if (messages > lastMessage && lastMessage >= 0) {
      return Fate.DEAD_BEFORE;
    }
    if (random.nextInt(100) >= faultsInHundred) {
      return Fate.ANSWERED;
    }
    return List.of(Fate.LOST, Fate.UNANSWERED, Fate.LATE, Fate.LATE).get(random.nextInt(4));
  }

  /** Sends one write; answers {@code doubt} where there is no answer. */
  <T> T write(Supplier<T> write, T doubt) {
    return switch (next()) {
      case ANSWERED -> write.get();
      case LOST -> doubt;
      case UNANSWERED -> {
        arrive(write);
        yield doubt;
      }
      case LATE -> {
        late.add(() -> arrive(write));
        yield doubt;
      }
      case DEAD_BEFORE -> throw new Death();
      case DEAD_AFTER -> {
        arrive(write);
        throw new Death();
      }
    };
  }

  /** What it answers reaches nobody. */
  private static void arrive(Supplier<?> write) {
    Object unused = write.get();
  }

  /** Reads, unless the process is dead. */
  <T> T read(Supplier<T> read) {
    intrude();
    if (lastMessage >= 0 && messages >= lastMessage) {
      throw new Death();
    }
    return read.get();
  }

  boolean nextBoolean() {
    return random.nextBoolean();
  }

  /** Some of the late messages arrive now, in any order. */
  void deliverSome() {
    for (int left = late.isEmpty() ? 0 : random.nextInt(late.size() + 1); left > 0; left--) {
      late.remove(random.nextInt(late.size())).run();
    }
  }

  /** All that is late arrives now. */
  void deliverAll() {
    while (!late.isEmpty()) {
      late.remove(random.nextInt(late.size())).run();
    }
  }
}
