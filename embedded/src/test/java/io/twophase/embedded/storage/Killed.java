package io.twophase.embedded.storage;

import io.twophase.embedded.file.DirectoryLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A store's directory as a kill leaves it: tables of several ages, and two logs, one of which was
 * about to become a table.
 *
 * @param acknowledged what must be there
 */
record Killed(Path directory, SortedMap<String, String> acknowledged) {

  private static final int KEYS = 120;
  private static final int VALUE = 150;

  /** Writes in rounds, so that the same key lies in tables and in both logs. */
  static Killed make(Path working, Path directory, Random random) throws Exception {
    SortedMap<String, String> acknowledged = new TreeMap<>();
    Storage.open(working, Durability.PROCESS_END).close();
    Generation generation;
    try (Watermark watermark = Watermark.open(working)) {
      generation = watermark.generation();
    }
    EngineOptions options = EngineOptions.of(Engine.Mode.WRITE, false);
    Path engine = working.resolve(StoreDirectory.ENGINE);
    try (RocksDB db =
            RocksDB.open(
                options.database(),
                engine.toString(),
                List.of(
                    new org.rocksdb.ColumnFamilyDescriptor(
                        RocksDB.DEFAULT_COLUMN_FAMILY, options.family())),
                new ArrayList<>());
        FlushOptions waiting = new FlushOptions();
        FlushOptions going = new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
      for (int round = 0; round < 3; round++) {
        write(db, generation, acknowledged, random, round);
        db.flush(waiting);
      }
      db.compactRange();
      write(db, generation, acknowledged, random, 3);
      db.flush(waiting);
      db.pauseBackgroundWork();
      write(db, generation, acknowledged, random, 4);
      db.flush(going);
      write(db, generation, acknowledged, random, 5);
      db.flushWal(false);
      Watermark.create(working, db.getLatestSequenceNumber(), generation);
      copy(working, directory);
      db.continueBackgroundWork();
    }
    return new Killed(directory, acknowledged);
  }

  private static void write(
      RocksDB db,
      Generation generation,
      SortedMap<String, String> acknowledged,
      Random random,
      int round)
      throws Exception {
    for (int i = 0; i < KEYS / 2; i++) {
      String name = "key" + random.nextInt(KEYS);
      byte[] key = key(name);
      try (WriteOptions options = new WriteOptions();
          WriteBatch batch = new WriteBatch()) {
        batch.putLogData(Generation.bytes(generation.id()));
        if (random.nextInt(8) == 0) {
          batch.delete(key);
          acknowledged.remove(name);
        } else {
          String value = round + "." + i + "x".repeat(random.nextInt(VALUE));
          batch.put(key, Checksums.added(key, value.getBytes(StandardCharsets.UTF_8)));
          acknowledged.put(name, value);
        }
        db.write(options, batch);
      }
    }
  }

  static byte[] key(String name) {
    return ByteBuffer.allocate(Integer.BYTES + name.length())
        .putInt(7)
        .put(name.getBytes(StandardCharsets.UTF_8))
        .array();
  }

  static Change change(String name, String value) {
    return Change.put(key(name), value.getBytes(StandardCharsets.UTF_8));
  }

  /** Everything that an open store answers, by a scan and by single reads. */
  static SortedMap<String, String> read(Storage storage) {
    SortedMap<String, String> found = new TreeMap<>();
    Iterator<Entry<byte[], byte[]>> all =
        storage.scan(new byte[] {0, 0, 0, 7}, new byte[] {0, 0, 0, 8});
    while (all.hasNext()) {
      Entry<byte[], byte[]> entry = all.next();
      byte[] key = entry.getKey();
      found.put(text(Arrays.copyOfRange(key, Integer.BYTES, key.length)), text(entry.getValue()));
    }
    for (int i = 0; i < KEYS; i++) {
      byte[] value = storage.get(key("key" + i));
      String scanned = found.get("key" + i);
      if (value == null ? scanned != null : !text(value).equals(scanned)) {
        throw new AssertionError("key" + i + " is read as two things");
      }
    }
    return found;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Its files, by their paths within the directory, in order. */
  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(directory::relativize)
          .filter(file -> !file.endsWith(DirectoryLock.OWNER))
          .sorted()
          .toList();
    }
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.sorted().toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!file.endsWith(DirectoryLock.OWNER)) {
          Files.copy(file, target);
        }
      }
    }
  }
}
