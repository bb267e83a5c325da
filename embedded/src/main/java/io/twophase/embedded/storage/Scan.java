package io.twophase.embedded.storage;

import io.twophase.embedded.failure.Faults;
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
  private boolean isLeft;

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
        end();
      }
      return;
    }
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw Faults.of(directory, e);
    } finally {
      end();
    }
  }

  /**
   * @throws IllegalStateException if it was closed before its end: what follows is not known, which
   *     must not look like nothing
   */
  @Override
  public boolean hasNext() {
    if (isLeft) {
      throw new IllegalStateException("a scan goes no further than the command that has begun it");
    }
    return !atEnd;
  }

  @Override
  public Entry<byte[], byte[]> next() {
    if (!hasNext()) {
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

  private void end() {
    atEnd = true;
    iterator.close();
  }

  @Override
  public void close() {
    if (!atEnd) {
      isLeft = true;
      end();
    }
  }
}
