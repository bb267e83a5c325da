package io.twophase.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.embedded.storage.Killed;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreMaintenanceTest {

  @TempDir Path temporary;
  private Path directory;
  private Path file;
  private Path restored;

  @BeforeEach
  void store() {
    directory = temporary.resolve("store");
    file = temporary.resolve("backup.zip");
    restored = temporary.resolve("new").resolve("restored");
    Served.with(directory, database -> database.getCollection("c").insertOne(one()));
  }

  @Test
  void aStoreOfAnotherFormatIsRefusedByItsNumber() throws IOException {
    Path watermark = directory.resolve("watermark");
    byte[] bytes = Files.readAllBytes(watermark);
    bytes[Long.BYTES - 1] = 3;
    Files.write(watermark, bytes);
    SortedMap<String, String> before = contents(directory);
    List<Consumer<Path>> all = new ArrayList<>(everyWork());
    all.add(path -> EmbeddedServer.open(path, 0));
    for (Consumer<Path> work : all) {
      assertThatThrownBy(() -> work.accept(directory))
          .isExactlyInstanceOf(EmbeddedStoreException.class)
          .hasMessage(
              "the embedded store %s is of format 3, and this version reads format 2 only:"
                  + " open it with the version that wrote it",
              directory);
    }
    assertThat(contents(directory)).isEqualTo(before);
  }

  @Test
  void ofAFileThatIsNoWholeBackupNothingIsRestored() throws IOException {
    assertThat(StoreMaintenance.backup(directory, file)).isEqualTo(Files.size(file));
    byte[] whole = Files.readAllBytes(file);
    byte[] flipped = whole.clone();
    flipped[whole.length / 3] ^= 1;
    for (byte[] bytes :
        List.of(flipped, Arrays.copyOf(whole, whole.length / 2), new byte[0], new byte[100])) {
      Path damaged = Files.write(temporary.resolve("damaged.zip"), bytes);
      assertThatThrownBy(() -> StoreMaintenance.restore(damaged, restored))
          .isInstanceOf(BackupFileException.class)
          .hasMessage("the file " + damaged + " is no backup of a store, or is cut or changed");
    }
    Path outside = temporary.resolve("outside.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(outside))) {
      zip.putNextEntry(new ZipEntry("engine/../../../stolen"));
      zip.closeEntry();
    }
    assertThatThrownBy(() -> StoreMaintenance.restore(outside, restored))
        .isInstanceOf(BackupFileException.class);
    assertThat(temporary.resolve("stolen")).doesNotExist();
    assertThatThrownBy(() -> StoreMaintenance.restore(temporary.resolve("none.zip"), restored))
        .isInstanceOf(BackupFileException.class)
        .hasMessageContaining("none.zip");
    assertThat(temporary.resolve("new")).isEmptyDirectory();
  }

  @Test
  void aBackupUnpackedOverItsStoreIsRefusedWithTheCommandThatRestoresIt() throws IOException {
    StoreMaintenance.backup(directory, file);
    Path killed = temporary.resolve("killed");
    for (int opening = 2; opening < 4; opening++) {
      try (Served served = Served.in(directory)) {
        served.documents.insertOne(new Document("_id", opening));
        Killed.copy(directory, killed, ".*");
      }
    }
    try (FileSystem zip = FileSystems.newFileSystem(file)) {
      Killed.copy(zip.getPath("/"), killed, ".*");
    }
    for (Consumer<Path> opening :
        List.<Consumer<Path>>of(path -> EmbeddedServer.open(path, 0), StoreMaintenance::accept)) {
      assertThatThrownBy(() -> opening.accept(killed))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("not of the same opening")
          .hasMessageContaining("twophase store restore FILE DIR");
    }
    assertThat(StoreMaintenance.check(killed).problems())
        .singleElement()
        .asString()
        .contains("files of different ages", "twophase store restore FILE DIR");
  }

  @Test
  void aCheckSaysWhatIsDamagedAndChangesNothing() throws IOException {
    SortedMap<String, String> before = contents(directory.resolve("engine"));
    assertThat(StoreMaintenance.check(directory).problems()).isEmpty();
    SortedMap<String, String> after = contents(directory.resolve("engine"));
    after.keySet().removeIf(name -> name.contains("/LOG"));
    before.keySet().removeIf(name -> name.contains("/LOG"));
    assertThat(after).isEqualTo(before);

    Path table;
    try (Stream<Path> files = Files.walk(directory.resolve("engine"))) {
      table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(table);
    bytes[20] ^= 1;
    Files.write(table, bytes);
    StoreReport report = StoreMaintenance.check(directory);
    assertThat(report.problems()).isNotEmpty().allMatch(line -> line.contains("damaged"));
    assertThat(report.problems()).anyMatch(line -> line.contains(table.getFileName().toString()));
  }

  private List<Consumer<Path>> everyWork() {
    return List.of(
        StoreMaintenance::check,
        StoreMaintenance::accept,
        StoreMaintenance::compact,
        path -> StoreMaintenance.backup(path, temporary.resolve("file")));
  }

  private static SortedMap<String, String> contents(Path directory) throws IOException {
    SortedMap<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(
            directory.relativize(file).toString(), Arrays.toString(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private static Document one() {
    return new Document("_id", 1).append("text", "x".repeat(100));
  }
}
