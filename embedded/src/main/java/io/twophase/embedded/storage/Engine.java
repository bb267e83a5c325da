package io.twophase.embedded.storage;

import io.twophase.embedded.failure.EmbeddedStoreException;
import io.twophase.embedded.failure.Faults;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/**
 * One opened RocksDB, with its faults in plain words. Several threads may use it; nobody may once
 * it is closed.
 */
final class Engine implements AutoCloseable {

  /** How an engine is opened. */
  enum Mode {
    /** A new one, where none may be. */
    CREATE(false, true),
    /** For reads of what is in tables, without the logs; the files stay exactly as they are. */
    TABLES_ONLY(true, false),
    /** For reads; the files stay exactly as they are. */
    READ_ONLY(true, true),
    /** For reads, and with what is left when logs are missing or cut; the files stay too. */
    READ_ONLY_WHAT_IS_LEFT(true, false),
    /** For reads and writes. */
    WRITE(false, true),
    /** For reads and writes, and with what is left when logs are missing or cut. */
    WRITE_WHAT_IS_LEFT(false, false);

    final boolean isReadOnly;
    final boolean verifiesLogs;

    Mode(boolean isReadOnly, boolean verifiesLogs) {
      this.isReadOnly = isReadOnly;
      this.verifiesLogs = verifiesLogs;
    }
  }

  /** What an action on the native library may throw. */
  private interface Action<T extends @Nullable Object> {
    T run() throws RocksDBException;
  }

  /** Where the tables keep their generation: before the keys of all documents. */
  private static final byte[] GENERATION = {0};

  private final Path directory;

  /** What is to be released, the last one first. */
  private final Deque<AbstractNativeReference> held = new ArrayDeque<>();

  private final RocksDB db;
  private final ColumnFamilyHandle family;
  private final ReadOptions reads;
  private final WriteOptions writes;

  /** With what each batch begins in the log; no write has a number of its own for it. */
  private byte[] stamp = Generation.bytes(Generation.NONE.id());

  /**
   * Opens the engine's files, which {@link RecordFiles} has looked at.
   *
   * @param directory the store's directory, for messages
   * @throws EmbeddedStoreException if they cannot be opened as asked; then nothing is left open
   */
  static Engine open(Path directory, Path files, Mode mode) {
    return new Engine(directory, files.toString(), mode, false);
  }

  /** An engine whose files are in memory, and gone when it is closed. */
  static Engine inMemory() {
    return new Engine(Path.of("memory"), "/memory", Mode.CREATE, true);
  }

  private Engine(Path directory, String files, Mode mode, boolean inMemory) {
    this.directory = directory;
    EngineOptions options = EngineOptions.of(mode, inMemory);
    options.all().forEach(this::hold);
    if (mode == Mode.TABLES_ONLY) {
      // a directory without a log in it
      options.database().setWalDir(directory.toString());
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    List<ColumnFamilyDescriptor> families =
        List.of(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.family()));
    try {
      this.db =
          hold(
              mode.isReadOnly
                  ? RocksDB.openReadOnly(options.database(), files, families, handles)
                  : RocksDB.open(options.database(), files, families, handles));
    } catch (RocksDBException e) {
      close();
      throw Faults.of(directory, e);
    }
    this.family = hold(handles.get(0));
    this.reads = hold(new ReadOptions());
    this.writes = hold(new WriteOptions());
  }

  private <T extends AbstractNativeReference> T hold(T reference) {
    held.push(reference);
    return reference;
  }

  byte @Nullable [] get(byte[] key) {
    return run(() -> db.get(family, reads, key));
  }

  /** What the store holds under the key when the batch is applied to it. */
  byte @Nullable [] get(byte[] key, WriteBatchWithIndex batch) {
    return run(() -> batch.getFromBatchAndDB(db, family, reads, key));
  }

  /** Over a snapshot as of now; the caller closes it. */
  RocksIterator iterator() {
    return db.newIterator(family, reads);
  }

  /** Over a snapshot as of now, with the batch applied to it; the caller closes it. */
  RocksIterator iterator(WriteBatchWithIndex batch) {
    return batch.newIteratorWithBase(family, iterator());
  }

  /** The generation that the tables, and the logs as far as they were read, name. */
  long generation() {
    byte[] id = get(GENERATION);
    return id == null
        ? Generation.NONE.id()
        : ByteBuffer.wrap(Checksums.verified(directory, GENERATION, id)).getLong();
  }

  /** Every batch from now on names this generation. */
  void begin(Generation generation) {
    stamp = Generation.bytes(generation.id());
    try (WriteBatch batch = batch()) {
      batch.put(GENERATION, Checksums.added(GENERATION, stamp));
      write(batch);
    } catch (RocksDBException e) {
      throw Faults.of(directory, e);
    }
  }

  /** The least number of the logs whose writes are not all in tables. */
  long firstLog() {
    return run(() -> db.getLongProperty("rocksdb.min-log-number-to-keep"));
  }

  /** A batch for {@link #write(WriteBatch)}; the caller closes it. */
  WriteBatch batch() {
    WriteBatch batch = new WriteBatch();
    run(
        () -> {
          batch.putLogData(stamp);
          return true;
        });
    return batch;
  }

  /** A batch for {@link #write(WriteBatchWithIndex)}; the caller closes it. */
  WriteBatchWithIndex indexedBatch() {
    WriteBatchWithIndex batch = new WriteBatchWithIndex(true);
    run(
        () -> {
          batch.putLogData(stamp);
          return true;
        });
    return batch;
  }

  /**
   * Writes all of the batch or nothing; it is with the operating system after the next hand-over.
   */
  void write(WriteBatch batch) {
    run(
        () -> {
          db.write(writes, batch);
          return true;
        });
  }

  /** As {@link #write(WriteBatch)}. */
  void write(WriteBatchWithIndex batch) {
    run(
        () -> {
          db.write(writes, batch);
          return true;
        });
  }

  /** The number of the last write; numbers only grow, also from one opening to the next. */
  long lastWrite() {
    return db.getLatestSequenceNumber();
  }

  /** Hands the log to the operating system, as far as it is written. */
  void handOver() {
    flushLog(false);
  }

  /** As {@link #handOver()}, and forces it to the disk. */
  void sync() {
    flushLog(true);
  }

  private void flushLog(boolean isForced) {
    run(
        () -> {
          db.flushWal(isForced);
          return true;
        });
  }

  /** Moves what is in the log into tables, so that the next opening has nothing to repeat. */
  void flush() {
    run(
        () -> {
          try (FlushOptions options = new FlushOptions()) {
            db.flush(options, family);
          }
          return true;
        });
  }

  /** Takes away keys from {@code from} on and before {@code to}, at a cost that does not grow. */
  void removeRange(byte[] from, byte[] to) {
    run(
        () -> {
          try (WriteBatch batch = batch()) {
            batch.deleteRange(family, from, to);
            db.write(writes, batch);
          }
          return true;
        });
  }

  /** Writes everything anew, without what was overwritten or removed. */
  void compact() {
    run(
        () -> {
          db.compactRange(family);
          return true;
        });
  }

  /** Reads every block of every table, and fails at the first that is damaged. */
  void verifyTables() {
    run(
        () -> {
          db.verifyChecksum();
          return true;
        });
  }

  /** The bytes of all tables together. */
  long tableBytes() {
    return run(() -> db.getLongProperty(family, "rocksdb.total-sst-files-size"));
  }

  /** Makes a copy, as of now, in a directory that must not be there. */
  void copyTo(Path target) {
    run(
        () -> {
          try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(target.toString());
          }
          return true;
        });
  }

  private <T extends @Nullable Object> T run(Action<T> action) {
    try {
      return action.run();
    } catch (RocksDBException e) {
      throw Faults.of(directory, e);
    }
  }

  @Override
  public void close() {
    while (!held.isEmpty()) {
      held.pop().close();
    }
  }
}
