package io.twophase.embedded.storage;

import io.twophase.embedded.failure.DamagedStoreException;
import io.twophase.embedded.failure.DirectoryInUseException;
import io.twophase.embedded.failure.EmbeddedStoreException;
import io.twophase.embedded.failure.Faults;
import io.twophase.embedded.failure.FullDiskException;
import io.twophase.embedded.file.DirectoryLock;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchWithIndex;

/**
 * An open store: values by key, in the unsigned order of the keys. Several threads may use it.
 *
 * <p>Each value is kept with a checksum of itself and its key, which is verified whenever it is
 * read; blocks of them and the log have the engine's. What fails is never answered: it is a {@link
 * DamagedStoreException}.
 *
 * <p>A write may be answered after {@link #acknowledge()}, which hands it to the operating system
 * together with what was written before; a kill before that may take it back. The first write that
 * fails is final: it is not known what of it will be there at the next opening, so nothing more is
 * read or written before that.
 */
public final class Storage implements AutoCloseable {

  private final Path directory;
  private final Engine engine;
  private final Durability durability;
  private final Optional<Watermark> watermark;
  private final Runnable release;
  private final OpenScans scans = new OpenScans();
  private final SharedSync sync;
  private final FirstFailure failure;

  /** Held for writing while changes are made that count as one, and for reading to acknowledge. */
  private final ReentrantReadWriteLock atomic = new ReentrantReadWriteLock();

  /** The changes that count as one, for the thread that makes them. */
  private @Nullable WriteBatchWithIndex together;

  private Storage(
      Path directory,
      Engine engine,
      Durability durability,
      Optional<Watermark> watermark,
      Runnable release) {
    this.directory = directory;
    this.engine = engine;
    this.durability = durability;
    this.watermark = watermark;
    this.release = release;
    this.sync = new SharedSync(engine);
    this.failure = new FirstFailure(directory);
  }

  /**
   * Opens a directory, which is made when it is absent. What was acknowledged before is there,
   * however the process that had it open has ended.
   *
   * @throws DirectoryInUseException if this or another process has it open
   * @throws DamagedStoreException if something of it is missing or changed; nothing was written
   * @throws FullDiskException if there is no room
   * @throws EmbeddedStoreException if it is of another format, or cannot be read or written for
   *     another reason
   */
  public static Storage open(Path directory, Durability durability) {
    return open(directory, durability, Opening::complete);
  }

  /**
   * Opens a directory with what can be read of it, and takes that for everything that there is:
   * after a power cut, where writes had not been forced to the disk.
   *
   * @throws EmbeddedStoreException as {@link #open(Path, Durability)}; a {@link
   *     DamagedStoreException} if it is more than writes at the end that are missing
   */
  public static Storage acceptWhatIsLeft(Path directory) {
    return open(directory, Durability.PROCESS_END, Opening::whatIsLeft);
  }

  /** A store that is gone when it is closed. */
  public static Storage inMemory() {
    Engine engine = Engine.inMemory();
    return new Storage(
        Path.of("memory"), engine, Durability.PROCESS_END, Optional.empty(), () -> {});
  }

  /**
   * Opens a directory to read from it; nothing in it changes.
   *
   * @throws EmbeddedStoreException as {@link #open(Path, Durability)}
   */
  public static Storage openForReads(Path directory) {
    return open(directory, Durability.PROCESS_END, Opening::completeForReads);
  }

  /** As {@link #openForReads}, and with what can be read when acknowledged writes are missing. */
  public static Storage openForReadsOfWhatIsLeft(Path directory) {
    return open(directory, Durability.PROCESS_END, Opening::whatIsLeftForReads);
  }

  /** Whether there is a store in the directory, damaged or not. */
  public static boolean isStore(Path directory) {
    return new StoreDirectory(directory).hasStore();
  }

  private static Storage open(
      Path directory, Durability durability, Function<StoreDirectory, Opening.Opened> opening) {
    StoreDirectory files = new StoreDirectory(directory);
    files.prepare();
    DirectoryLock lock = DirectoryLock.take(directory);
    try {
      Opening.Opened opened = opening.apply(files);
      return new Storage(
          directory,
          opened.engine(),
          durability,
          opened.watermark(),
          () -> {
            opened.watermark().ifPresent(Watermark::close);
            lock.close();
          });
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private Engine engine() {
    failure.refuse();
    return engine;
  }

  /** Why nothing is read or written any more; nothing while all is well. */
  public Optional<EmbeddedStoreException> failure() {
    return failure.get();
  }

  /** Calls back when a write has failed, on the thread that was writing; at most once. */
  public void whenFailed(Consumer<EmbeddedStoreException> listener) {
    failure.whenHappened(listener);
  }

  /** The value under a key, or null. */
  public byte @Nullable [] get(byte[] key) {
    WriteBatchWithIndex batch = mine();
    byte[] stored = batch == null ? engine().get(key) : engine().get(key, batch);
    return stored == null ? null : Checksums.verified(directory, key, stored);
  }

  /**
   * Keys and values from {@code from} on and before {@code to}, in order, as of now. It may be left
   * unfinished within {@link #reading}.
   */
  public Iterator<Entry<byte[], byte[]>> scan(byte[] from, byte[] to) {
    WriteBatchWithIndex batch = mine();
    Scan scan =
        new Scan(directory, batch == null ? engine().iterator() : engine().iterator(batch), to);
    scans.add(scan);
    scan.begin(from);
    return scan;
  }

  /** Runs a command; what it has left unfinished of scans is given back after it. */
  public <T> T reading(Supplier<T> command) {
    return scans.during(command);
  }

  /** Makes all the changes or none; they are for all to read on return. */
  public void write(List<Change> changes) {
    WriteBatchWithIndex batch = mine();
    try {
      if (batch != null) {
        for (Change change : changes) {
          byte[] value = change.value();
          if (value == null) {
            batch.delete(change.key());
          } else {
            batch.put(change.key(), Checksums.added(change.key(), value));
          }
        }
        return;
      }
      try (WriteBatch own = engine().batch()) {
        for (Change change : changes) {
          byte[] value = change.value();
          if (value == null) {
            own.delete(change.key());
          } else {
            own.put(change.key(), Checksums.added(change.key(), value));
          }
        }
        failure.guard(() -> engine().write(own));
      }
    } catch (RocksDBException e) {
      throw Faults.of(directory, e);
    }
  }

  /**
   * Runs changes, of this thread, all of which are there after a kill or none. Until they are
   * written nobody is acknowledged anything, so nobody is told what depends on them.
   */
  public <T> T atomically(Supplier<T> changes) {
    atomic.writeLock().lock();
    try {
      if (together != null) {
        return changes.get();
      }
      try (WriteBatchWithIndex batch = engine().indexedBatch()) {
        together = batch;
        try {
          // a scan of the batch must not outlive it
          return scans.closing(changes);
        } finally {
          together = null;
          if (batch.count() > 0) {
            failure.guard(() -> engine().write(batch));
          }
        }
      }
    } finally {
      atomic.writeLock().unlock();
    }
  }

  /** Whether this thread makes changes that count as one, which nobody else reads yet. */
  public boolean isAtomic() {
    return mine() != null;
  }

  private @Nullable WriteBatchWithIndex mine() {
    return atomic.isWriteLockedByCurrentThread() ? together : null;
  }

  /** Takes away all keys from {@code from} on and before {@code to}, at a cost that stays small. */
  public void removeRange(byte[] from, byte[] to) {
    failure.guard(() -> engine().removeRange(from, to));
  }

  /**
   * Returns when everything written before may be answered: when it is with the operating system,
   * the watermark says so and, where that was asked for, when it was forced to the disk. Threads
   * that come together share the forcing.
   */
  public void acknowledge() {
    if (watermark.isEmpty()) {
      return;
    }
    Watermark mark = watermark.get();
    atomic.readLock().lock();
    try {
      long last = engine().lastWrite();
      if (last > mark.number()) {
        failure.guard(
            () -> {
              if (durability == Durability.POWER_CUT) {
                sync.await(last);
              } else {
                engine().handOver();
              }
              mark.raise(last);
            });
      }
    } finally {
      atomic.readLock().unlock();
    }
  }

  /** The last write that has been forced to the disk since the opening. */
  long forcedUpTo() {
    return sync.upTo();
  }

  /** How often something was forced to the disk since the opening. */
  long forcings() {
    return sync.forcings();
  }

  /** The number of the last write. */
  long lastWrite() {
    return engine().lastWrite();
  }

  /**
   * Reads every block of every table.
   *
   * @throws DamagedStoreException at the first that is not as it was written
   */
  public void verifyTables() {
    engine().verifyTables();
  }

  /** The bytes of all tables together. */
  public long bytes() {
    return engine().tableBytes();
  }

  /** Gives the space of what was removed and overwritten back to the system. */
  public void compact() {
    failure.guard(
        () -> {
          engine().flush();
          engine().compact();
        });
  }

  /** Copies the store, as of now, into a new directory, which can be opened as a store. */
  public void copyTo(Path target) {
    StoreDirectory.copy(engine(), target);
  }

  /** Moves everything to its place and gives the directory back. Nobody may use it any more. */
  @Override
  public void close() {
    try {
      if (!failure.hasHappened() && watermark.isPresent()) {
        flush();
      }
    } finally {
      engine.close();
      release.run();
    }
  }

  private void flush() {
    try {
      acknowledge();
      engine.flush();
    } catch (FullDiskException e) {
      // what was acknowledged is in the log, from which the next opening takes it
      failure.note(e);
    }
  }
}
