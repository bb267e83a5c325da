package io.twophase.app.simulation.world;

import static java.util.stream.Collectors.joining;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * All that happened, in order: the last of it as text, all of it as a digest where that is asked
 * for, and with {@code -Dtwophase.trace=true} on standard output.
 */
public final class Trace {

  private static final int KEPT = 60;
  private static final long PRIME = 0x100000001b3L;
  private static final boolean PRINTED = Boolean.getBoolean("twophase.trace");

  private final Deque<Supplier<String>> last = new ArrayDeque<>();
  private final boolean isDigested;
  private long digest;

  Trace(boolean isDigested) {
    this.isDigested = isDigested;
  }

  /** The line is of what never changes: most lines are never read, and so never put in words. */
  void note(Supplier<String> line) {
    last.add(line);
    if (last.size() > KEPT) {
      last.remove();
    }
    if (isDigested) {
      digest = PRIME * digest + line.get().hashCode();
    }
    if (PRINTED) {
      System.out.println(line.get());
    }
  }

  public String last() {
    return last.stream().map(Supplier::get).collect(joining(System.lineSeparator()));
  }

  /** The digest of all that was noted. */
  public String digest() {
    return Long.toHexString(digest);
  }
}
