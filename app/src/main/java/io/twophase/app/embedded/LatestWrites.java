package io.twophase.app.embedded;

import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The documents that were written last, by their keys' hashes. Who changes a document mostly does
 * so again soon, and then need not look it up among all. Only writers put something in, one at a
 * time, after the map has it: so it is never older than the map by more than the write in progress.
 */
final class LatestWrites {

  private static final int PLACES = 1 << 13;

  /** Larger ones are not kept, so that all of them together are 32 MB at most. */
  private static final int LARGEST = 4096;

  private final AtomicReferenceArray<@Nullable Entry<DocumentKey, byte[]>> writes =
      new AtomicReferenceArray<>(PLACES);

  byte @Nullable [] get(DocumentKey key) {
    Entry<DocumentKey, byte[]> write = writes.get(place(key));
    return write != null && write.getKey().equals(key) ? write.getValue() : null;
  }

  void put(DocumentKey key, byte[] document) {
    writes.set(place(key), document.length <= LARGEST ? Map.entry(key, document) : null);
  }

  void remove(DocumentKey key) {
    writes.set(place(key), null);
  }

  void clear() {
    for (int place = 0; place < PLACES; place++) {
      writes.set(place, null);
    }
  }

  private static int place(DocumentKey key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }
}
