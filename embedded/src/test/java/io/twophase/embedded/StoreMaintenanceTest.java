package io.twophase.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.EmbeddedStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreMaintenanceTest {

  @TempDir Path temporary;

  @Test
  void aStoreOfAnotherFormatIsRefusedByItsNumber() throws IOException {
    Path directory = temporary.resolve("store");
    Served.with(directory, database -> database.getCollection("c").insertOne(one()));
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
  void aBackupIsRestoredIntoANewDirectory() throws IOException {
    Path directory = temporary.resolve("store");
    Served.with(directory, database -> database.getCollection("c").insertOne(one()));
    Path file = temporary.resolve("backup.zip");
    assertThat(StoreMaintenance.backup(directory, file)).isEqualTo(Files.size(file));
    assertThatThrownBy(() -> StoreMaintenance.backup(directory, file))
        .hasMessageContaining("is there already");
    Path restored = temporary.resolve("new").resolve("restored");

    StoreReport report = StoreMaintenance.restore(file, restored);

    assertThat(report.collections()).containsEntry("db.c", 1L);
    Served.with(
        restored,
        database -> assertThat(database.getCollection("c").find()).containsExactly(one()));
    assertThatThrownBy(() -> StoreMaintenance.restore(file, restored))
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining("not empty");
  }

  @Test
  void ofAFileThatIsNoWholeBackupNothingIsRestored() throws IOException {
    Path directory = temporary.resolve("store");
    Served.with(directory, database -> database.getCollection("c").insertOne(one()));
    Path file = temporary.resolve("backup.zip");
    StoreMaintenance.backup(directory, file);
    byte[] whole = Files.readAllBytes(file);
    Path restored = temporary.resolve("new").resolve("restored");
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
    Path directory = temporary.resolve("store");
    Served.with(directory, database -> database.getCollection("c").insertOne(one()));
    Path file = temporary.resolve("backup.zip");
    StoreMaintenance.backup(directory, file);
    Path killed = temporary.resolve("killed");
    for (int opening = 2; opening < 4; opening++) {
      Document more = new Document("_id", opening);
      Served.with(
          directory,
          database -> {
            database.getCollection("c").insertOne(more);
            copy(directory, killed);
          });
    }
    try (InputStream zip = Files.newInputStream(file)) {
      unpack(zip, killed);
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
    Path directory = temporary.resolve("store");
    Served.with(directory, database -> database.getCollection("c").insertOne(one()));
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

  @Test
  void whatIsAskedOfADirectoryWithoutAStoreIsRefusedAndMakesNone() {
    Path nothing = temporary.resolve("nothing");
    for (Consumer<Path> work : everyWork()) {
      assertThatThrownBy(() -> work.accept(nothing))
          .isInstanceOf(EmbeddedStoreException.class)
          .hasMessage("there is no embedded store in " + nothing);
    }
    assertThat(nothing).doesNotExist();
  }

  private List<Consumer<Path>> everyWork() {
    return List.of(
        StoreMaintenance::check,
        StoreMaintenance::accept,
        StoreMaintenance::compact,
        path -> StoreMaintenance.backup(path, temporary.resolve("file")));
  }

  private static void unpack(InputStream packed, Path directory) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(packed)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = directory.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, zip.readAllBytes());
      }
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
