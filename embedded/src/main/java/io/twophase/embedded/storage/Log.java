package io.twophase.embedded.storage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * What one of the engine's logs says of its batches: the numbers of their writes, and the {@link
 * Generation} that wrote them. A batch begins with the number of its first write, how many writes
 * it has, and the generation; it lies in one record or in several.
 */
final class Log {

  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int LAST = 4;

  private static final int COUNT_AT = Long.BYTES;
  private static final int STAMP_AT = COUNT_AT + Integer.BYTES;
  private static final int STAMP_KIND = 3;
  private static final int GENERATION_AT = STAMP_AT + 2;

  private final Path file;
  private final ByteBuffer head =
      ByteBuffer.allocate(GENERATION_AT + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private long first;
  private long next;
  private long generation;
  private boolean hasWrites;
  private boolean isOfOnePiece = true;
  private boolean isCut;

  Log(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /** The number of the file, in whose order the engine reads logs. */
  long number() {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  /** The number of the first write. */
  long first() {
    return first;
  }

  /** The number after the last write. */
  long next() {
    return next;
  }

  long generation() {
    return generation;
  }

  boolean hasWrites() {
    return hasWrites;
  }

  /** Whether the writes have consecutive numbers and one generation. */
  boolean isOfOnePiece() {
    return isOfOnePiece;
  }

  /** Whether a record was not as it was written; what follows it was not read. */
  boolean isCut() {
    return isCut;
  }

  void cut() {
    isCut = true;
  }

  /** A record of the file, the next one. */
  void record(int kind, byte[] block, int from, int length) {
    if (isCut || kind < FULL || kind > LAST) {
      return;
    }
    if (kind == FULL || kind == FIRST) {
      head.clear();
    }
    head.put(block, from, Math.min(length, head.remaining()));
    if (kind == FULL || kind == LAST) {
      batch();
    }
  }

  private void batch() {
    int count = head.position() < STAMP_AT ? 0 : head.getInt(COUNT_AT);
    if (count == 0) {
      // the engine's own, at the beginning of a log
      return;
    }
    long number = head.getLong(0);
    long named = named();
    isOfOnePiece &= !hasWrites || (number == next && named == generation);
    if (!hasWrites) {
      first = number;
      generation = named;
      hasWrites = true;
    }
    next = number + count;
  }

  private long named() {
    boolean isStamped =
        !head.hasRemaining()
            && head.get(STAMP_AT) == STAMP_KIND
            && head.get(STAMP_AT + 1) == Long.BYTES;
    return isStamped ? Long.reverseBytes(head.getLong(GENERATION_AT)) : Generation.NONE.id();
  }
}
