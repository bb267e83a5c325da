package io.twophase.domain.explorer.state;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** Remembers what a function answered: the domain's code is asked once for each different case. */
public final class Memo {

  private static final long FREE = -1;

  private long[] keys = free(1 << 12);
  private long[] values = new long[keys.length];
  private int size;

  /** The answer to {@code key}, which is not negative. */
  public long get(long key, LongUnaryOperator function) {
    int at = slot(key);
    if (keys[at] == key) {
      return values[at];
    }
    long value = function.applyAsLong(key);
    put(key, value);
    return value;
  }

  private void put(long key, long value) {
    if (++size * 2 > keys.length) {
      long[] oldKeys = keys;
      long[] oldValues = values;
      keys = free(oldKeys.length * 2);
      values = new long[keys.length];
      for (int at = 0; at < oldKeys.length; at++) {
        if (oldKeys[at] != FREE) {
          set(oldKeys[at], oldValues[at]);
        }
      }
    }
    set(key, value);
  }

  private void set(long key, long value) {
    int at = slot(key);
    keys[at] = key;
    values[at] = value;
  }

  private int slot(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    int at = (int) (mixed >>> 33) & (keys.length - 1);
    while (keys[at] != FREE && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  private static long[] free(int length) {
    long[] slots = new long[length];
    Arrays.fill(slots, FREE);
    return slots;
  }
}
