package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchInterface;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/**
 * An open store: values by key, in the unsigned order of the keys. Several threads may use it. The
 * storage never answers a value that is not as it was written: it throws a {@link
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
  private final ReadOptions reads = new ReadOptions();
  private final WriteOptions writes = new WriteOptions();
  private final CompletableFuture<EmbeddedStoreException> failure = new CompletableFuture<>();

  /** Held for writing while changes are made that count as one, and for reading to acknowledge. */
  private final ReentrantReadWriteLock atomic = new ReentrantReadWriteLock();

  /** The changes that count as one, for the thread that makes them. */
  private @Nullable WriteBatchWithIndex together;

  private final Forcing forcing = new Forcing();

  private Storage(
      Path directory, Durability durability, StoreDirectory.Opening opened, Runnable release) {
    this.directory = directory;
    this.engine = opened.engine();
    this.durability = durability;
    this.watermark = opened.watermark();
    this.release = release;
  }

  /**
   * Opens a directory, which is made when it is absent. All that was acknowledged before is there,
   * however the process that had it open has ended.
   *
   * @throws DirectoryInUseException if this or another process has it open
   * @throws DamagedStoreException if something of it is missing or changed; nothing was written
   * @throws FullDiskException if there is no room
   * @throws EmbeddedStoreException if it is of another format, or cannot be read or written for
   *     another reason
   */
  public static Storage open(Path directory, Durability durability) {
    return open(directory, durability, true, true);
  }

  /**
   * Opens a directory with what can be read of it, and takes that for everything that there is:
   * after a power cut, where writes had not been forced to the disk.
   *
   * @throws EmbeddedStoreException as {@link #open(Path, Durability)}; a {@link
   *     DamagedStoreException} if it is more than writes at the end that are missing
   */
  public static Storage acceptWhatIsLeft(Path directory) {
    return open(directory, Durability.PROCESS_END, false, true);
  }

  /** A store that is gone when it is closed. */
  public static Storage inMemory() {
    Path nowhere = Path.of("memory");
    Engine engine = new Engine(nowhere, Path.of("/memory"), Engine.Mode.IN_MEMORY);
    return new Storage(
        nowhere,
        Durability.PROCESS_END,
        new StoreDirectory.Opening(engine, Optional.empty()),
        () -> {});
  }

  /**
   * Opens a directory to read from it; nothing in it changes.
   *
   * @throws EmbeddedStoreException as {@link #open(Path, Durability)}
   */
  public static Storage openForReads(Path directory) {
    return open(directory, Durability.PROCESS_END, true, false);
  }

  /** As {@link #openForReads}, and with what can be read when acknowledged writes are missing. */
  public static Storage openForReadsOfWhatIsLeft(Path directory) {
    return open(directory, Durability.PROCESS_END, false, false);
  }

  /** Returns whether there is a store in the directory, damaged or not. */
  public static boolean isStore(Path directory) {
    return new StoreDirectory(directory).hasStore();
  }

  private static Storage open(
      Path directory, Durability durability, boolean isComplete, boolean writes) {
    StoreDirectory files = new StoreDirectory(directory);
    try {
      files.prepare();
      DirectoryLock lock = DirectoryLock.take(directory);
      try {
        StoreDirectory.Opening opened = files.open(isComplete, writes);
        return new Storage(
            directory,
            durability,
            opened,
            () -> {
              opened.watermark().ifPresent(Watermark::close);
              lock.close();
            });
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }

  private Engine engine() {
    if (failure.isDone()) {
      throw failure.join();
    }
    return engine;
  }

  /** Why nothing is read or written any more; nothing while all is well. */
  public Optional<EmbeddedStoreException> failure() {
    return Optional.ofNullable(failure.getNow(null));
  }

  /** Calls back when a write has failed, on the thread that was writing; at most once. */
  public void whenFailed(Consumer<EmbeddedStoreException> listener) {
    var unused = failure.thenAccept(listener);
  }

  /** Runs a write, and keeps and throws what it throws. */
  private void guard(Runnable write) {
    try {
      write.run();
    } catch (EmbeddedStoreException e) {
      failure.complete(e);
      throw e;
    } catch (RuntimeException | Error e) {
      failure.complete(
          new EmbeddedStoreException(
              "the embedded store " + directory + " could not be written: " + e, e));
      throw e;
    }
  }

  /** The value under a key, or null. */
  public byte @Nullable [] get(byte[] key) {
    WriteBatchWithIndex batch = mine();
    return engine()
        .ask(db -> batch == null ? db.get(key) : batch.getFromBatchAndDB(db, reads, key));
  }

  /**
   * Keys and values from {@code from} on and before {@code to}, in order. A value that is written
   * meanwhile ahead of where it is read may be among them.
   */
  public Stream<Entry<byte[], byte[]>> scan(byte[] from, byte[] to) {
    return engine().scan(this::iterator, from, to);
  }

  private RocksIterator iterator(ReadOptions bounded) {
    WriteBatchWithIndex batch = mine();
    RocksIterator stored = engine().db().newIterator(bounded);
    return batch == null ? stored : batch.newIteratorWithBase(stored, bounded);
  }

  /** Makes all the changes or none; they are for all to read on return. */
  public void write(Change... changes) {
    WriteBatchWithIndex batch = mine();
    if (batch != null) {
      add(changes, batch);
      return;
    }
    try (WriteBatch own = new WriteBatch()) {
      add(changes, own);
      Engine open = engine();
      guard(() -> open.run(db -> db.write(writes, own)));
    }
  }

  private void add(Change[] changes, WriteBatchInterface batch) {
    engine.run(
        db -> {
          for (Change change : changes) {
            change.addTo(batch);
          }
        });
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
      Engine open = engine();
      try (WriteBatchWithIndex batch = new WriteBatchWithIndex(true)) {
        together = batch;
        try {
          return changes.get();
        } finally {
          together = null;
          if (batch.count() > 0) {
            guard(() -> open.run(db -> db.write(writes, batch)));
          }
        }
      }
    } finally {
      atomic.writeLock().unlock();
    }
  }

  private @Nullable WriteBatchWithIndex mine() {
    return atomic.isWriteLockedByCurrentThread() ? together : null;
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
        guard(
            () -> {
              if (durability == Durability.POWER_CUT) {
                forcing.force(last, engine::lastWrite, () -> engine.run(db -> db.flushWal(true)));
              } else {
                engine.run(db -> db.flushWal(false));
              }
              mark.raise(last);
            });
      }
    } finally {
      atomic.readLock().unlock();
    }
  }

  /** The writes that are forced to the disk, by one thread at a time. */
  static final class Forcing {

    private long upTo;

    /**
     * Forces everything up to a write, if that is not forced yet. While one thread forces, others
     * wait, and most of them then find their writes forced already.
     */
    synchronized void force(long last, LongSupplier newest, Runnable force) {
      if (upTo < last) {
        long all = newest.getAsLong();
        force.run();
        upTo = all;
      }
    }
  }

  /**
   * Reads every block of every table.
   *
   * @throws DamagedStoreException at the first that is not as it was written
   */
  public void verifyTables() {
    engine().run(RocksDB::verifyChecksum);
  }

  /** The bytes of all tables together. */
  public long bytes() {
    return engine().ask(db -> db.getLongProperty("rocksdb.total-sst-files-size"));
  }

  /** Gives the space of what was removed and overwritten back to the system. */
  public void compact() {
    guard(
        () -> {
          flush();
          engine().run(RocksDB::compactRange);
        });
  }

  /** Copies the store, as of now, into a new directory, which can be opened as a store. */
  public void copyTo(Path target) {
    try {
      new StoreDirectory(target).copyOf(engine());
    } catch (IOException e) {
      throw Faults.of(target, e);
    }
  }

  /** Moves what is in the log into tables, so that the next opening has nothing to repeat. */
  private void flush() {
    engine()
        .run(
            db -> {
              try (FlushOptions options = new FlushOptions()) {
                db.flush(options);
              }
            });
  }

  /** Moves everything to its place and gives the directory back. Nobody may use it any more. */
  @Override
  public void close() {
    try {
      if (!failure.isDone() && watermark.isPresent()) {
        acknowledge();
        flush();
      }
    } catch (FullDiskException e) {
      // what was acknowledged is in the log, from which the next opening takes it
      failure.complete(e);
    } finally {
      reads.close();
      writes.close();
      engine.close();
      release.run();
    }
  }
}
