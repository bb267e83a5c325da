package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

/**
 * A store's directory as a kill leaves it: tables of several ages, and two logs, one of which was
 * about to become a table.
 *
 * @param acknowledged what must be there
 */
public record Killed(Path directory, SortedMap<String, String> acknowledged) {

  private static final int KEYS = 120;
  private static final int VALUE = 150;

  /** Writes in rounds, so that the same key lies in tables and in both logs. */
  static Killed make(Path working, Path directory, Random random) throws Exception {
    SortedMap<String, String> acknowledged = new TreeMap<>();
    Storage.open(working, Durability.PROCESS_END).close();
    Path files = new StoreDirectory(working).engine();
    try (Engine engine = new Engine(working, files, Engine.Mode.WRITE);
        FlushOptions waiting = new FlushOptions();
        FlushOptions going = new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
      RocksDB db = engine.db();
      for (int round = 0; round < 3; round++) {
        write(db, acknowledged, random, round);
        db.flush(waiting);
      }
      db.compactRange();
      write(db, acknowledged, random, 3);
      db.flush(waiting);
      db.pauseBackgroundWork();
      write(db, acknowledged, random, 4);
      db.flush(going);
      write(db, acknowledged, random, 5);
      db.flushWal(false);
      Watermark.create(working, db.getLatestSequenceNumber());
      copy(working, directory);
      db.continueBackgroundWork();
    }
    return new Killed(directory, acknowledged);
  }

  private static void write(
      RocksDB db, SortedMap<String, String> acknowledged, Random random, int round)
      throws Exception {
    for (int i = 0; i < KEYS / 2; i++) {
      String name = "key" + random.nextInt(KEYS);
      if (random.nextInt(8) == 0) {
        db.delete(key(name));
        acknowledged.remove(name);
      } else {
        String value = round + "." + i + "x".repeat(random.nextInt(VALUE));
        db.put(key(name), value.getBytes(StandardCharsets.UTF_8));
        acknowledged.put(name, value);
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
        storage.scan(new byte[] {0, 0, 0, 7}, new byte[] {0, 0, 0, 8}).iterator();
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
    copy(from, to, "(?!" + DirectoryLock.OWNER + ").*");
  }

  /** Copies the files whose names match, over those that are there. */
  public static void copy(Path from, Path to, String names) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().matches(names)) {
          Path target = to.resolve(from.relativize(file).toString());
          Files.createDirectories(target.getParent());
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
