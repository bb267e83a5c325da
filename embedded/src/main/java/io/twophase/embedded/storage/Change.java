package io.twophase.embedded.storage;

import org.jspecify.annotations.Nullable;

/** A change of one key. */
public final class Change {

  private final byte[] key;
  private final byte @Nullable [] value;

  private Change(byte[] key, byte @Nullable [] value) {
    this.key = key;
    this.value = value;
  }

  /** The key has this value from now on. */
  public static Change put(byte[] key, byte[] value) {
    return new Change(key, value);
  }

  /** The key has nothing from now on. */
  public static Change remove(byte[] key) {
    return new Change(key, null);
  }

  byte[] key() {
    return key;
  }

  /** What the key has from now on, or null for nothing. */
  byte @Nullable [] value() {
    return value;
  }
}
