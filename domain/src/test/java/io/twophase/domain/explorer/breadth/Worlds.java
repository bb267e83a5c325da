package io.twophase.domain.explorer.breadth;

import java.util.Arrays;

/** The worlds met so far, each a row of cells kept whole, and from which one each was first met. */
public final class Worlds implements Known<char[]> {

  private static final int CHUNK = 1 << 16;

  private final char[] cells;
  private final int width;
  private char[][] chunks = new char[16][];
  private int[] origins = new int[CHUNK];
  private long[] slots = new long[CHUNK];
  private int size;

  /** Shows the world that is read in {@code cells}. */
  public Worlds(char[] cells) {
    this.cells = cells;
    width = cells.length;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int origin(int world) {
    return origins[world];
  }

  @Override
  public char[] get(int world) {
    System.arraycopy(chunks[world / CHUNK], world % CHUNK * width, cells, 0, width);
    return cells;
  }

  @Override
  public int met(char[] world, int origin) {
    int hash = hash(world);
    int slot = slot(hash, world);
    if (slots[slot] != 0) {
      return (int) slots[slot] - 1;
    }
    if ((size + 1) * 3L > slots.length * 2L) {
      widen();
      slot = slot(hash, world);
    }
    append(world, origin);
    slots[slot] = entry(hash, size);
    return size - 1;
  }

  private void append(char[] world, int origin) {
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
    System.arraycopy(world, 0, chunks[chunk], size % CHUNK * width, width);
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

  private static int hash(char[] world) {
    long hash = 0;
    for (char cell : world) {
      hash = (hash ^ cell) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash >>> 7);
  }

  private int slot(int hash, char[] world) {
    int slot = hash & (slots.length - 1);
    while (slots[slot] != 0 && !isAt(slots[slot], hash, world)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private boolean isAt(long entry, int hash, char[] other) {
    if ((int) (entry >>> Integer.SIZE) != hash) {
      return false;
    }
    int world = (int) entry - 1;
    char[] chunk = chunks[world / CHUNK];
    int from = world % CHUNK * width;
    return Arrays.equals(chunk, from, from + width, other, 0, width);
  }
}
