package io.twophase.app.simulation.world;

import static java.util.stream.Collectors.joining;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * All that happened, in order: the last of it as text, all of it as a digest where that is asked
 * for, and with {@code -Dtwophase.trace=true} on standard output.
 */
public final class Trace {

  private static final int KEPT = 60;
  private static final boolean PRINTED = Boolean.getBoolean("twophase.trace");

  private final MessageDigest digest = sha256();
  private final Deque<Supplier<String>> last = new ArrayDeque<>();
  private final boolean isDigested;

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
      digest.update((line.get() + '\n').getBytes(StandardCharsets.UTF_8));
    }
    if (PRINTED) {
      System.out.println(line.get());
    }
  }

  public String last() {
    return last.stream().map(Supplier::get).collect(joining(System.lineSeparator()));
  }

  /** The digest of all that was noted; asked once. */
  public String digest() {
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
