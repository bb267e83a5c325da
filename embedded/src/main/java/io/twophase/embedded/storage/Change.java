package io.twophase.embedded.storage;

import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatchInterface;

/** A change of one key, or of all keys of a range. */
public interface Change {

  /** Adds the change to those that are written together. */
  void addTo(WriteBatchInterface batch) throws RocksDBException;

  /** The key has this value from now on. */
  static Change put(byte[] key, byte[] value) {
    return batch -> batch.put(key, value);
  }

  /** The key has nothing from now on. */
  static Change remove(byte[] key) {
    return batch -> batch.delete(key);
  }

  /**
   * No key from {@code from} on and before {@code to} has anything from now on, at a cost that does
   * not grow. It is no part of {@linkplain Storage#atomically changes that count as one}.
   */
  static Change removeRange(byte[] from, byte[] to) {
    return batch -> batch.deleteRange(from, to);
  }
}
