package io.twophase.app.embedded.storage;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NoSuchElementException;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A walk over keys, which gives its snapshot back at its end, or when it is closed before. */
final class Scan implements Iterator<Entry<byte[], byte[]>>, AutoCloseable {

  private final Path directory;
  private final RocksIterator iterator;
  private final byte[] to;
  private boolean atEnd;

  Scan(Path directory, RocksIterator iterator, byte[] to) {
    this.directory = directory;
    this.iterator = iterator;
    this.to = to;
  }

  void begin(byte[] from) {
    iterator.seek(from);
    settle();
  }

  /** An iterator that ends because a block cannot be read looks like one at its end. */
  private void settle() {
    if (iterator.isValid()) {
      if (Arrays.compareUnsigned(iterator.key(), to) >= 0) {
        close();
      }
      return;
    }
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw Faults.of(directory, e);
    } finally {
      close();
    }
  }

  @Override
  public boolean hasNext() {
    return !atEnd;
  }

  @Override
  public Entry<byte[], byte[]> next() {
    if (atEnd) {
      throw new NoSuchElementException();
    }
    byte[] key = iterator.key();
    byte[] value = Checksums.verified(directory, key, iterator.value());
    iterator.next();
    settle();
    return Map.entry(key, value);
  }

  boolean isClosed() {
    return atEnd;
  }

  @Override
  public void close() {
    if (!atEnd) {
      atEnd = true;
      iterator.close();
    }
  }
}
