package io.twophase.embedded.document;

import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The documents that were written last, by the hashes of their keys. Who changes a document mostly
 * does so again soon, and then need not fetch it from the engine and verify it. Only writers put
 * something in, after the storage has it, and each key has one writer at a time: so what is found
 * here is never older than what is stored, except by the write in progress.
 */
final class LatestWrites {

  private static final int PLACES = 1 << 16;
  private static final long MOST_BYTES = 64L << 20;

  /** One that is larger would keep many others out. */
  private static final int LARGEST = 16 << 10;

  private final AtomicReferenceArray<@Nullable Entry<DocumentKey, byte[]>> writes =
      new AtomicReferenceArray<>(PLACES);

  private final long most;
  private final AtomicLong bytes = new AtomicLong();

  /** Where the next one is that makes room. */
  private final AtomicInteger hand = new AtomicInteger();

  /**
   * @param most so many bytes of documents are held, or a few more while several threads write
   */
  LatestWrites(long most) {
    this.most = most;
  }

  /** A sixteenth of the heap, and not more than 64 MB. */
  static LatestWrites usual() {
    return new LatestWrites(Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / 16));
  }

  /** What was written last under the key; null where that is not known. */
  byte @Nullable [] get(DocumentKey key) {
    Entry<DocumentKey, byte[]> write = writes.get(place(key));
    return write != null && write.getKey().equals(key) ? write.getValue() : null;
  }

  void put(DocumentKey key, byte[] document) {
    set(place(key), document.length <= LARGEST ? Map.entry(key, document) : null);
    for (int i = 0; bytes.get() > most && i < PLACES; i++) {
      set(hand.getAndIncrement() & (PLACES - 1), null);
    }
  }

  void remove(DocumentKey key) {
    set(place(key), null);
  }

  private void set(int place, @Nullable Entry<DocumentKey, byte[]> write) {
    Entry<DocumentKey, byte[]> before = writes.getAndSet(place, write);
    bytes.addAndGet((long) size(write) - size(before));
  }

  private static int size(@Nullable Entry<DocumentKey, byte[]> write) {
    return write == null ? 0 : write.getValue().length;
  }

  /** The bytes of the documents that are held. */
  long bytes() {
    return bytes.get();
  }

  private static int place(DocumentKey key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }
}
