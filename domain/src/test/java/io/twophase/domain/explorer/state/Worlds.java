package io.twophase.domain.explorer.state;

import java.util.Arrays;

/** The worlds met so far, each a row of cells kept whole, and from which one each was first met. */
public final class Worlds {

  private static final int CHUNK = 1 << 16;

  private final int width;
  private char[][] chunks = new char[16][];
  private int[] origins = new int[CHUNK];
  private int[] slots = new int[CHUNK];
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
    int slot = slot(cells);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if ((size + 1) * 3L > slots.length * 2L) {
      widen();
      slot = slot(cells);
    }
    append(cells, origin);
    slots[slot] = size;
    return size - 1;
  }

  /** The number of a world that was met. */
  public int number(char[] cells) {
    return slots[slot(cells)] - 1;
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
    slots = new int[slots.length * 2];
    char[] cells = new char[width];
    for (int world = 0; world < size; world++) {
      read(world, cells);
      slots[slot(cells)] = world + 1;
    }
  }

  private int slot(char[] cells) {
    long hash = 0;
    for (int at = 0; at < width; at++) {
      hash = (hash ^ cells[at]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    int slot = (int) (hash >>> 7) & (slots.length - 1);
    while (slots[slot] != 0 && !isAt(slots[slot] - 1, cells)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private boolean isAt(int world, char[] cells) {
    char[] chunk = chunks[world / CHUNK];
    int from = world % CHUNK * width;
    return Arrays.equals(chunk, from, from + width, cells, 0, width);
  }
}
