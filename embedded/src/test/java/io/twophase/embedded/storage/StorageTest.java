package io.twophase.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;

class StorageTest {

  @TempDir Path temporary;
  @TempDir Path killed;

  @Test
  void changesThatCountAsOneAreSeenByWhoMakesThemAndByNobodyElseBefore() throws Exception {
    try (Storage storage = open(Durability.PROCESS_END)) {
      storage.write(Killed.change("a", "before"));
      storage.atomically(
          () -> {
            storage.write(Killed.change("a", "1"), Killed.change("b", "2"));
            assertThat(Killed.read(storage)).containsEntry("a", "1").containsEntry("b", "2");
            assertThat(CompletableFuture.supplyAsync(() -> Killed.read(storage)).join())
                .containsOnly(Map.entry("a", "before"));
            return true;
          });
      assertThat(Killed.read(storage)).containsEntry("a", "1").containsEntry("b", "2");
    }
  }

  /** It reads many entries at a time, and may be left and taken up again. */
  @Test
  void aScanGoesOnWithWhatIsWrittenAheadOfIt() {
    try (Storage storage = open(Durability.PROCESS_END)) {
      List<String> names = new ArrayList<>();
      for (int i = 1_000; i < 5_000; i++) {
        names.add("key" + i);
        storage.write(Killed.change("key" + i, "value"));
      }
      Iterator<Map.Entry<byte[], byte[]>> scan =
          storage.scan(Killed.key(""), new byte[] {-1}).iterator();
      List<String> found = new ArrayList<>(List.of(name(scan.next())));
      storage.write(Change.remove(Killed.key("key4999")), Killed.change("key5000", ""));
      scan.forEachRemaining(entry -> found.add(name(entry)));
      names.set(names.size() - 1, "key5000");
      assertThat(found).isEqualTo(names);
    }
  }

  /** The engine counts on each thread what was removed and not yet dropped from its files. */
  @Test
  void aScanEndsAtItsEndWhateverWasRemovedBehindIt() throws Exception {
    try (Storage storage = open(Durability.PROCESS_END);
        RocksDB counting = RocksDB.open(temporary.resolve("counting").toString())) {
      storage.write(Killed.change("a", ""));
      for (int at = 0; at < 1_000; at++) {
        storage.write(Killed.change("b" + at, ""));
        storage.write(Change.remove(Killed.key("b" + at)));
      }
      counting.setPerfLevel(PerfLevel.ENABLE_COUNT);
      counting.getPerfContext().reset();

      storage.atomically(
          () -> {
            storage.write(Killed.change("a2", ""), Killed.change("b", ""));
            assertThat(storage.scan(Killed.key("a"), Killed.key("b")).map(StorageTest::name))
                .containsExactly("a", "a2");
            return true;
          });

      assertThat(counting.getPerfContext().getInternalDeleteSkippedCount()).isLessThan(10);
    }
  }

  private static String name(Map.Entry<byte[], byte[]> entry) {
    byte[] key = entry.getKey();
    return new String(key, Integer.BYTES, key.length - Integer.BYTES, StandardCharsets.UTF_8);
  }

  @Test
  void aLogThatWasCutToAWholeRecordIsToldFromOneThatEndedEarly() throws IOException {
    List<Long> lengths = new ArrayList<>();
    try (Storage storage = open(Durability.PROCESS_END)) {
      Path log = newestLog(temporary.resolve("store"));
      for (int i = 0; i < 5; i++) {
        storage.write(Killed.change("key" + i, "value"));
        storage.acknowledge();
        lengths.add(Files.size(log));
      }
      kill();
    }
    cutLog(lengths.get(3));
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> Storage.open(killed, Durability.PROCESS_END))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("was acknowledged");
    }
    try (Storage left = Storage.openForReadsOfWhatIsLeft(killed)) {
      assertThat(Killed.read(left)).hasSize(4);
    }
    Storage.acceptWhatIsLeft(killed).close();
    try (Storage accepted = Storage.open(killed, Durability.PROCESS_END)) {
      assertThat(Killed.read(accepted)).hasSize(4);
    }
  }

  @Test
  void aWriteThatWasNotFinishedDoesNotStandInTheWay() throws IOException {
    long length;
    try (Storage storage = open(Durability.PROCESS_END)) {
      storage.write(Killed.change("a", "1"));
      storage.acknowledge();
      Path log = newestLog(temporary.resolve("store"));
      length = Files.size(log);
      // so much that the engine does not wait for the acknowledgement
      storage.write(Killed.change("b", "x".repeat(4 << 20)));
      assertThat(Files.size(log)).isGreaterThan(length + 9);
      kill();
    }
    cutLog(length + 9);
    try (Storage storage = Storage.open(killed, Durability.PROCESS_END)) {
      assertThat(Killed.read(storage)).containsOnlyKeys("a");
    }
  }

  /** As the operating system sees it, where somebody may look. */
  @Test
  void aDurableWriteIsForcedToTheDiskBeforeItIsAcknowledged() throws Exception {
    assumeThat(new ProcessBuilder("bash", "-c", "strace true").start().waitFor()).isZero();
    Path trace = temporary.resolve("trace");
    String tracing = "set -- strace -f -e trace=fdatasync,fsync -o " + trace + " \"$@\";";
    Path store = temporary.resolve("store");

    assertThat(Child.run(tracing, OpensStore.class, store.toString(), "50")).contains("opened");

    assertThat(Files.readAllLines(trace).stream().filter(line -> line.contains("sync(")))
        .hasSizeGreaterThan(50);
  }

  @Test
  void aDurableWriteIsInTheFilesWhenItIsAcknowledged() throws IOException {
    try (Storage storage = open(Durability.POWER_CUT)) {
      storage.write(Killed.change("key0", "value"));
      storage.acknowledge();
      kill();
    }
    try (Storage copied = Storage.open(killed, Durability.POWER_CUT)) {
      assertThat(Killed.read(copied)).containsExactly(Map.entry("key0", "value"));
    }
  }

  @Test
  void writersThatComeTogetherShareTheForcing() {
    Storage.Forcing forcing = new Storage.Forcing();
    AtomicLong written = new AtomicLong();
    AtomicLong forced = new AtomicLong();
    AtomicInteger forcings = new AtomicInteger();
    Runnable force =
        () -> {
          // whoever else writes in this call has written before the forcing
          forcings.incrementAndGet();
          forced.set(written.get());
        };
    for (int round = 1; round <= 25; round++) {
      written.addAndGet(8);
      for (long mine = written.get() - 7; mine <= written.get(); mine++) {
        forcing.force(mine, written::get, force);
        assertThat(forced.get()).isGreaterThanOrEqualTo(mine);
      }
      assertThat(forcings).hasValue(round);
    }
  }

  /** What is written while a thread forces is not taken for forced. */
  @Test
  void aWriteThatComesDuringAForcingIsForcedByTheNext() {
    Storage.Forcing forcing = new Storage.Forcing();
    AtomicLong written = new AtomicLong(1);
    AtomicInteger forcings = new AtomicInteger();

    forcing.force(1, written::get, written::incrementAndGet);
    forcing.force(2, written::get, forcings::incrementAndGet);

    assertThat(forcings).hasValue(1);
  }

  @Test
  void directoriesAndFilesAreTheOwnersOnly() throws IOException {
    open(Durability.PROCESS_END).close();
    open(Durability.PROCESS_END).close();
    try (Storage storage = open(Durability.PROCESS_END);
        Stream<Path> all = Files.walk(temporary.resolve("store"))) {
      assertThat(storage.failure()).isEmpty();
      assertThat(all)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .as("%s", path)
                      .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    }
  }

  @Test
  void spaceOfWhatWasRemovedComesBackByCompacting() {
    try (Storage storage = open(Durability.PROCESS_END)) {
      for (int i = 0; i < 500; i++) {
        storage.write(Killed.change("key" + i, "x".repeat(10_000)));
      }
      storage.compact();
      assertThat(storage.bytes()).isGreaterThan(5_000_000);
      storage.write(Change.removeRange(Killed.key("key"), Killed.key("kez")));
      storage.compact();
      assertThat(storage.bytes()).isLessThan(100_000);
    }
  }

  /** Keeps a copy of what a kill would leave now. */
  private void kill() throws IOException {
    Killed.copy(temporary.resolve("store"), killed);
  }

  private Storage open(Durability durability) {
    return Storage.open(temporary.resolve("store"), durability);
  }

  private void cutLog(long length) throws IOException {
    try (var log = Files.newByteChannel(newestLog(killed), StandardOpenOption.WRITE)) {
      log.truncate(length);
    }
  }

  private static Path newestLog(Path store) throws IOException {
    try (Stream<Path> files = Files.list(new StoreDirectory(store).engine())) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max(Path::compareTo)
          .orElseThrow();
    }
  }
}
