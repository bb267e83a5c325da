package io.twophase.embedded.storage;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.Slice;

/**
 * One opened RocksDB, with its faults in plain words. Several threads may use it; nobody may once
 * it is closed.
 *
 * <p>It is set up for small documents that change often, some 100 MB of native memory at most
 * whatever the store holds, and few open files. Blocks, log records and the list of tables carry
 * checksums that are verified on every read; the list names each table's identity, and each log the
 * one before it, so that one that is missing, cut or another is noticed.
 */
final class Engine implements AutoCloseable {

  /** The way in which an engine is opened. */
  enum Mode {
    /** A new one, where none may be. */
    CREATE,
    /** A new one, whose files are in memory, and gone when it is closed. */
    IN_MEMORY,
    /** For reads; the files stay exactly as they are. */
    READ_ONLY,
    /** For reads and writes. */
    WRITE;

    private boolean isNew() {
      return this == CREATE || this == IN_MEMORY;
    }
  }

  /** A question to the native library. */
  interface Question<T extends @Nullable Object> {
    T answer(RocksDB db) throws RocksDBException;
  }

  /** A task of the native library. */
  interface Action {
    void run(RocksDB db) throws RocksDBException;
  }

  private static final long CACHE_BYTES = 32L << 20;
  private static final long BUFFER_BYTES = 16L << 20;
  private static final int BUFFERS = 3;
  private static final int BLOCK_BYTES = 8 << 10;
  private static final int FILTER_BITS = 10;
  private static final double FILTER_SHARE = 0.05;
  private static final int OPEN_FILES = 256;

  private final Path directory;

  /** The native objects to release, the last one first. */
  private final Deque<AbstractNativeReference> held = new ArrayDeque<>();

  private final RocksDB db;

  /**
   * Opens the engine's files, which {@link RecordFiles} has looked at.
   *
   * @param directory the store's directory, for messages
   * @throws EmbeddedStoreException if they cannot be opened as asked; then nothing is left open
   */
  Engine(Path directory, Path files, Mode mode) {
    this.directory = directory;
    loadLibrary();
    Options options = options(mode);
    try {
      this.db =
          hold(
              mode == Mode.READ_ONLY
                  ? RocksDB.openReadOnly(options, files.toString())
                  : RocksDB.open(options, files.toString()));
    } catch (RocksDBException e) {
      close();
      throw Faults.of(directory, e);
    }
  }

  /**
   * Loads it once: from {@code java.library.path} where it lies there, else out of its jar.
   *
   * @throws EmbeddedStoreException if there is none for this platform
   */
  private static void loadLibrary() {
    try {
      RocksDB.loadLibrary();
    } catch (UnsatisfiedLinkError | RuntimeException e) {
      throw new EmbeddedStoreException(
          "the embedded store does not run on %s %s: %s; name a server instead: --store mongodb://…"
              .formatted(
                  System.getProperty("os.name"), System.getProperty("os.arch"), e.getMessage()),
          e);
    }
  }

  private Options options(Mode mode) {
    Options options = hold(new Options(hold(database(mode)), hold(family())));
    return mode == Mode.IN_MEMORY
        ? options.setEnv(hold(new RocksMemEnv(Env.getDefault())))
        : options;
  }

  private ColumnFamilyOptions family() {
    return new ColumnFamilyOptions()
        .setWriteBufferSize(BUFFER_BYTES)
        .setMaxWriteBufferNumber(BUFFERS)
        // most keys that are looked up are not in the buffer, or are new
        .setMemtablePrefixBloomSizeRatio(FILTER_SHARE)
        .setMemtableWholeKeyFiltering(true)
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setBlockCache(hold(new LRUCache(CACHE_BYTES)))
                .setBlockSize(BLOCK_BYTES)
                .setFilterPolicy(hold(new BloomFilter(FILTER_BITS)))
                .setCacheIndexAndFilterBlocks(true));
  }

  private static DBOptions database(Mode mode) {
    Properties named = new Properties();
    // the Java interface has no setter for this one
    named.setProperty("track_and_verify_wals", "true");
    // a kill may leave the last record of the log unfinished; whether more than that is missing,
    // the watermark says
    named.setProperty("wal_recovery_mode", "kPointInTimeRecovery");
    DBOptions options = DBOptions.getDBOptionsFromProps(named);
    if (options == null) {
      throw new IllegalStateException("the storage engine does not know the options " + named);
    }
    return options
        .setCreateIfMissing(mode.isNew())
        .setErrorIfExists(mode.isNew())
        .setParanoidChecks(true)
        // one hand-over for a command, however many documents it writes
        .setManualWalFlush(true)
        .setMaxOpenFiles(OPEN_FILES)
        // a store has few files, and a command opens it anew: threads would take longer to start
        .setMaxFileOpeningThreads(1)
        .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
        .setKeepLogFileNum(1);
  }

  private <T extends AbstractNativeReference> T hold(T reference) {
    held.push(reference);
    return reference;
  }

  /** For iterators, whose faults come later. */
  RocksDB db() {
    return db;
  }

  <T extends @Nullable Object> T ask(Question<T> question) {
    try {
      return question.answer(db);
    } catch (RocksDBException e) {
      throw Faults.of(directory, e);
    }
  }

  void run(Action action) {
    boolean unused =
        ask(
            open -> {
              action.run(open);
              return true;
            });
  }

  /**
   * Entries from {@code from} on and before {@code to}, in the order of their keys.
   *
   * @param iterators over what there is when one is asked for
   */
  Stream<Entry<byte[], byte[]>> scan(
      Function<ReadOptions, RocksIterator> iterators, byte[] from, byte[] to) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            new Scan(iterators, from, to), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  /** The number of the last write; numbers only grow, also from one opening to the next. */
  long lastWrite() {
    return db.getLatestSequenceNumber();
  }

  @Override
  public void close() {
    while (!held.isEmpty()) {
      held.pop().close();
    }
  }

  /**
   * A walk over keys. It reads some entries at a time, and more of them each time, and holds
   * nothing of the engine in between: so it may be left unfinished, and sees what is written ahead
   * of it.
   */
  private final class Scan implements Iterator<Entry<byte[], byte[]>> {

    private static final int FIRST_ENTRIES = 8;
    private static final int MOST_ENTRIES = 1 << 10;
    private static final int MOST_BYTES = 1 << 20;

    private final Function<ReadOptions, RocksIterator> iterators;
    private final byte[] to;
    private final Queue<Entry<byte[], byte[]>> read = new ArrayDeque<>();
    private byte[] from;
    private int entries = FIRST_ENTRIES;
    private boolean atEnd;

    Scan(Function<ReadOptions, RocksIterator> iterators, byte[] from, byte[] to) {
      this.iterators = iterators;
      this.from = from;
      this.to = to;
    }

    @Override
    public boolean hasNext() {
      if (read.isEmpty() && !atEnd) {
        run(open -> readOn());
      }
      return !read.isEmpty();
    }

    private void readOn() throws RocksDBException {
      // without a bound, the iterator passes over all that was removed behind the last key
      try (Slice end = new Slice(to);
          ReadOptions bounded = new ReadOptions().setIterateUpperBound(end);
          RocksIterator iterator = iterators.apply(bounded)) {
        int bytes = 0;
        iterator.seek(from);
        for (; iterator.isValid() && read.size() < entries && bytes < MOST_BYTES; iterator.next()) {
          byte[] key = iterator.key();
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
}
