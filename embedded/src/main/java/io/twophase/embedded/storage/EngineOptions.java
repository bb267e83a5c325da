package io.twophase.embedded.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.Filter;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksMemEnv;

/**
 * How RocksDB is set up: for small documents that change often, some 100 MB of native memory at
 * most whatever the store holds, and few open files. Blocks, log records and the list of tables
 * carry checksums that are verified on every read; each log names the one before it, so that one
 * that is missing or cut between others is noticed.
 *
 * @param all what is to be released, in the order in which it was made
 */
record EngineOptions(
    DBOptions database, ColumnFamilyOptions family, List<AbstractNativeReference> all) {

  private static final long CACHE_BYTES = 32L << 20;
  private static final long BUFFER_BYTES = 16L << 20;
  private static final int BUFFERS = 3;
  private static final int BLOCK_BYTES = 8 << 10;
  private static final int FILTER_BITS = 10;
  private static final double FILTER_SHARE = 0.05;
  private static final int OPEN_FILES = 256;

  static EngineOptions of(Engine.Mode mode, boolean inMemory) {
    Library.load();
    List<AbstractNativeReference> all = new ArrayList<>();
    Cache cache = new LRUCache(CACHE_BYTES);
    all.add(cache);
    Filter filter = new BloomFilter(FILTER_BITS);
    all.add(filter);
    ColumnFamilyOptions family = family(cache, filter);
    all.add(family);
    DBOptions database = database(mode);
    all.add(database);
    if (inMemory) {
      Env env = new RocksMemEnv(Env.getDefault());
      all.add(0, env);
      database.setEnv(env);
    }
    return new EngineOptions(database, family, all);
  }

  private static ColumnFamilyOptions family(Cache cache, Filter filter) {
    return new ColumnFamilyOptions()
        .setWriteBufferSize(BUFFER_BYTES)
        .setMaxWriteBufferNumber(BUFFERS)
        // most keys that are looked up are not in the buffer, or are new
        .setMemtablePrefixBloomSizeRatio(FILTER_SHARE)
        .setMemtableWholeKeyFiltering(true)
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(BLOCK_BYTES)
                .setFilterPolicy(filter)
                .setCacheIndexAndFilterBlocks(true));
  }

  private static DBOptions database(Engine.Mode mode) {
    Properties named = new Properties();
    // the Java interface has no setter for this one
    named.setProperty("track_and_verify_wals", String.valueOf(mode.verifiesLogs));
    // a kill may leave the last record of the log unfinished; whether more than that is missing,
    // the watermark says
    named.setProperty("wal_recovery_mode", "kPointInTimeRecovery");
    DBOptions options = DBOptions.getDBOptionsFromProps(named);
    if (options == null) {
      throw new IllegalStateException("the storage engine does not know the options " + named);
    }
    return options
        .setCreateIfMissing(mode == Engine.Mode.CREATE)
        .setErrorIfExists(mode == Engine.Mode.CREATE)
        .setParanoidChecks(true)
        // one hand-over for a command, however many documents it writes
        .setManualWalFlush(true)
        .setMaxOpenFiles(OPEN_FILES)
        // a store has few files, and a command opens it anew: threads would take longer to start
        .setMaxFileOpeningThreads(1)
        .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
        .setKeepLogFileNum(1);
  }
}
