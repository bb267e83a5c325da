package io.twophase.embedded.storage;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * A walk over keys. It reads some entries at a time, and more of them each time, and holds nothing
 * of the engine in between: so it may be left unfinished, and sees what is written ahead of it.
 */
final class Scan implements Iterator<Entry<byte[], byte[]>> {

  private static final int FIRST_ENTRIES = 8;
  private static final int MOST_ENTRIES = 1 << 10;
  private static final int MOST_BYTES = 1 << 20;

  private final Engine engine;
  private final Supplier<RocksIterator> iterators;
  private final byte[] to;
  private final Queue<Entry<byte[], byte[]>> read = new ArrayDeque<>();
  private byte[] from;
  private int entries = FIRST_ENTRIES;
  private boolean atEnd;

  /**
   * @param iterators over what there is when one is asked for
   */
  Scan(Engine engine, Supplier<RocksIterator> iterators, byte[] from, byte[] to) {
    this.engine = engine;
    this.iterators = iterators;
    this.from = from;
    this.to = to;
  }

  @Override
  public boolean hasNext() {
    if (read.isEmpty() && !atEnd) {
      engine.run(db -> readOn());
    }
    return !read.isEmpty();
  }

  private void readOn() throws RocksDBException {
    try (RocksIterator iterator = iterators.get()) {
      int bytes = 0;
      for (iterator.seek(from); iterator.isValid() && bytes < MOST_BYTES; iterator.next()) {
        byte[] key = iterator.key();
        if (read.size() == entries || Arrays.compareUnsigned(key, to) >= 0) {
          break;
        }
        byte[] value = iterator.value();
        read.add(Map.entry(key, value));
        bytes += value.length;
        // what follows this key at once
        from = Arrays.copyOf(key, key.length + 1);
      }
      // an iterator that ends because a block cannot be read looks like one at its end
      iterator.status();
      atEnd = read.size() < entries && bytes < MOST_BYTES;
      entries = Math.min(2 * entries, MOST_ENTRIES);
    }
  }

  @Override
  public Entry<byte[], byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return read.remove();
  }
}
