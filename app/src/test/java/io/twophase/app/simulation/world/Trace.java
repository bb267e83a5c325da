package io.twophase.app.simulation.world;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;

/**
 * All that happened, in order: the last of it as text, all of it as a digest, and with {@code
 * -Dtwophase.trace=true} on standard output.
 */
public final class Trace {

  private static final int KEPT = 60;
  private static final boolean PRINTED = Boolean.getBoolean("twophase.trace");

  private final MessageDigest digest = sha256();
  private final Deque<String> last = new ArrayDeque<>();

  void note(String line) {
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
    last.add(line);
    if (last.size() > KEPT) {
      last.remove();
    }
    if (PRINTED) {
      System.out.println(line);
    }
  }

  public String last() {
    return String.join(System.lineSeparator(), last);
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
