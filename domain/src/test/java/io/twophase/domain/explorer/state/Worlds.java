package io.twophase.domain.explorer.state;

import java.util.Arrays;

/** The worlds met so far, each a row of cells kept whole, and from which one each was first met. */
public final class Worlds {

  private static final int CHUNK = 1 << 16;

  private final int width;
  private char[][] chunks = new char[16][];
  private int[] origins = new int[CHUNK];
  private long[] slots = new long[CHUNK];
  private int size;

  public Worlds(int width) {
    this.width = width;
  }

  public int size() {
    return size;
  }

  /** From which world {@code world} was first come to; of the first one, -1. */
  public int origin(int world) {
    return origins[world];
  }

  /** Copies a world's cells. */
  public void read(int world, char[] into) {
    System.arraycopy(chunks[world / CHUNK], world % CHUNK * width, into, 0, width);
  }

  /** The number of a world that may be new. */
  public int met(char[] cells, int origin) {
    int hash = hash(cells);
    int slot = slot(hash, cells);
    if (slots[slot] != 0) {
      return (int) slots[slot] - 1;
    }
    if ((size + 1) * 3L > slots.length * 2L) {
      widen();
      slot = slot(hash, cells);
    }
    append(cells, origin);
    slots[slot] = entry(hash, size);
    return size - 1;
  }

  private void append(char[] cells, int origin) {
    int chunk = size / CHUNK;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunk * 2);
    }
    if (size % CHUNK == 0) {
      chunks[chunk] = new char[CHUNK * width];
    }
    if (size == origins.length) {
      origins = Arrays.copyOf(origins, size + Math.max(CHUNK, size / 2));
    }
    System.arraycopy(cells, 0, chunks[chunk], size % CHUNK * width, width);
    origins[size] = origin;
    size++;
  }

  private void widen() {
    long[] entries = slots;
    slots = new long[entries.length * 2];
    for (long entry : entries) {
      if (entry != 0) {
        int slot = (int) (entry >>> Integer.SIZE) & (slots.length - 1);
        while (slots[slot] != 0) {
          slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = entry;
      }
    }
  }

  /** A slot's entry: the hash, so that few other worlds are looked at, and the number and one. */
  private static long entry(int hash, int numberAndOne) {
    return (long) hash << Integer.SIZE | numberAndOne;
  }

  private static int hash(char[] cells) {
    long hash = 0;
    for (char cell : cells) {
      hash = (hash ^ cell) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash >>> 7);
  }

  private int slot(int hash, char[] cells) {
    int slot = hash & (slots.length - 1);
    while (slots[slot] != 0 && !isAt(slots[slot], hash, cells)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private boolean isAt(long entry, int hash, char[] cells) {
    if ((int) (entry >>> Integer.SIZE) != hash) {
      return false;
    }
    int world = (int) entry - 1;
    char[] chunk = chunks[world / CHUNK];
    int from = world % CHUNK * width;
    return Arrays.equals(chunk, from, from + width, cells, 0, width);
  }
}
