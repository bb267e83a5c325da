package io.twophase.embedded.storage;

import io.twophase.embedded.failure.EmbeddedStoreException;
import org.rocksdb.RocksDB;

/** The native library of the storage engine. */
final class Library {

  private Library() {}

  /**
   * Loads it once: from {@code java.library.path} where it lies there, else out of its jar.
   *
   * @throws EmbeddedStoreException if there is none for this platform
   */
  static void load() {
    try {
      RocksDB.loadLibrary();
    } catch (UnsatisfiedLinkError | RuntimeException e) {
      throw new EmbeddedStoreException(
          "the embedded store does not run on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + ": "
              + e.getMessage()
              + "; name a server instead: --store mongodb://…",
          e);
    }
  }
}
