package io.twophase.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import io.twophase.embedded.failure.DamagedStoreException;
import io.twophase.embedded.failure.EmbeddedStoreException;
import io.twophase.embedded.failure.OldFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
  void aStoreOfTheOlderFormatIsRefusedWithTheCommandThatCarriesItOver() throws IOException {
    Path old = olderFormat();
    SortedMap<String, String> before = contents(old);
    assertThatThrownBy(() -> EmbeddedServer.open(old, 0))
        .isInstanceOf(OldFormatException.class)
        .hasMessageContaining("store upgrade " + old);
    for (Consumer<Path> work : everyWork()) {
      assertThatThrownBy(() -> work.accept(old))
          .isInstanceOf(OldFormatException.class)
          .hasMessageContaining("store upgrade " + old);
    }
    assertThat(contents(old)).isEqualTo(before);
  }

  /** The directory was made by the older version: closed once, then killed after more writes. */
  @Test
  void aStoreOfTheOlderFormatIsCarriedOverAndStaysAsItIs() throws IOException {
    Path old = olderFormat();
    SortedMap<String, String> before = contents(old);
    Path directory = temporary.resolve("new");

    StoreReport report = StoreMaintenance.upgrade(old, directory);

    assertThat(report.problems()).isEmpty();
    assertThat(report.collections())
        .containsEntry("bank.c", 41L)
        .containsEntry("bank.unique", 1L)
        .containsEntry("other.d", 1L)
        .containsEntry("other.later", 1L)
        .doesNotContainKey("other.dropped");
    assertThat(contents(old)).isEqualTo(before);
    with(
        directory,
        client -> {
          var c = client.getDatabase("bank").getCollection("c");
          assertThat(c.find(Filters.eq("_id", 7)).first())
              .isEqualTo(
                  new Document("_id", 7).append("text", "changed in the journal").append("n", 7L));
          assertThat(c.find(Filters.eq("_id", 8))).isEmpty();
          assertThat(c.find(Filters.eq("_id", 100)).first()).containsEntry("n", 100L);
          assertThat(c.find(Filters.eq("_id", "text")).first())
              .containsEntry("list", Arrays.asList(1, 2, 3));
          var unique = client.getDatabase("bank").getCollection("unique");
          assertThatThrownBy(() -> unique.insertOne(new Document("_id", 2).append("name", "a")))
              .hasMessageContaining("E11000");
        });
  }

  @Test
  void aDamagedStoreOfTheOlderFormatIsCarriedOverNowhere() throws IOException {
    Path old = olderFormat();
    Path journal = old.resolve("journal.4");
    byte[] bytes = Files.readAllBytes(journal);
    bytes[40] ^= 1;
    Files.write(journal, bytes);
    Path directory = temporary.resolve("new");
    assertThatThrownBy(() -> StoreMaintenance.upgrade(old, directory))
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining(journal.toString());
    assertThat(directory).doesNotExist();
    Files.delete(journal);
    Files.delete(old.resolve("journal.3"));
    assertThatThrownBy(() -> StoreMaintenance.upgrade(old, directory))
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining("journal.")
        .hasMessageContaining("missing");
  }

  /** A length that points past the end is no unfinished frame where others come after it. */
  @Test
  void aFlippedBitInAFramesLengthIsDamageAndACutEndIsNot() throws IOException {
    Path old = olderFormat();
    Path journal = old.resolve("journal.4");
    byte[] bytes = Files.readAllBytes(journal);
    for (int bit : new int[] {0x80, 0x40}) {
      byte[] flipped = bytes.clone();
      flipped[4] ^= (byte) bit;
      Files.write(journal, flipped);
      assertThatThrownBy(() -> StoreMaintenance.upgrade(old, temporary.resolve("new")))
          .as("bit %x", bit)
          .isInstanceOf(EmbeddedStoreException.class)
          .hasMessageContaining(journal + " is damaged");
    }
    Files.write(journal, Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(StoreMaintenance.upgrade(old, temporary.resolve("new")).problems()).isEmpty();
  }

  @Test
  void anOldStoreOfAnyNameBesideTheNewOneIsKept() throws IOException {
    Path old = Files.move(olderFormat(), temporary.resolve("data.upgrading"));
    SortedMap<String, String> before = contents(old);

    assertThat(StoreMaintenance.upgrade(old, temporary.resolve("data")).problems()).isEmpty();
    assertThat(contents(old)).isEqualTo(before);

    Files.delete(old.resolve("documents.mv"));
    assertThatThrownBy(() -> StoreMaintenance.upgrade(old, temporary.resolve("other")))
        .isInstanceOf(EmbeddedStoreException.class);
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).containsExactlyInAnyOrder(old, temporary.resolve("data"));
    }
  }

  @Test
  void onlyADirectoryThatIsNewOrEmptyIsUpgradedInto() throws IOException {
    Path old = olderFormat();
    Path directory = temporary.resolve("new");
    with(directory, client -> client.getDatabase("db").getCollection("c").insertOne(one()));
    assertThatThrownBy(() -> StoreMaintenance.upgrade(old, directory))
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining("not empty");
    assertThat(StoreMaintenance.check(directory).collections()).containsEntry("db.c", 1L);
  }

  @Test
  void aBackupIsRestoredIntoANewDirectory() throws IOException {
    Path directory = temporary.resolve("store");
    with(directory, client -> client.getDatabase("db").getCollection("c").insertOne(one()));
    Path file = temporary.resolve("backup.zip");
    assertThat(StoreMaintenance.backup(directory, file)).isEqualTo(Files.size(file));
    assertThatThrownBy(() -> StoreMaintenance.backup(directory, file))
        .hasMessageContaining("is there already");
    Path restored = temporary.resolve("new").resolve("restored");

    StoreReport report = StoreMaintenance.restore(file, restored);

    assertThat(report.collections()).containsEntry("db.c", 1L);
    with(
        restored,
        client ->
            assertThat(client.getDatabase("db").getCollection("c").find()).containsExactly(one()));
    assertThatThrownBy(() -> StoreMaintenance.restore(file, restored))
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining("not empty");
  }

  @Test
  void ofAFileThatIsNoWholeBackupNothingIsRestored() throws IOException {
    Path directory = temporary.resolve("store");
    with(directory, client -> client.getDatabase("db").getCollection("c").insertOne(one()));
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

  /** The log that the kill left goes on where that state ended which the backup replaces. */
  @Test
  void aBackupUnpackedOverItsStoreIsRefusedWithTheCommandThatRestoresIt() throws IOException {
    Path directory = temporary.resolve("store");
    with(directory, client -> client.getDatabase("db").getCollection("c").insertOne(one()));
    Path file = temporary.resolve("backup.zip");
    StoreMaintenance.backup(directory, file);
    Path killed = temporary.resolve("killed");
    for (int opening = 2; opening < 4; opening++) {
      Document more = new Document("_id", opening);
      with(
          directory,
          client -> {
            client.getDatabase("db").getCollection("c").insertOne(more);
            copy(directory, killed);
          });
    }
    try (InputStream zip = Files.newInputStream(file)) {
      unpack(zip, killed);
    }
    assertThatThrownBy(() -> EmbeddedServer.open(killed, 0))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("twophase store restore FILE DIR");
    assertThat(StoreMaintenance.check(killed).problems())
        .singleElement()
        .asString()
        .contains("files of different ages", "twophase store restore FILE DIR");
  }

  @Test
  void aCheckSaysWhatIsDamagedAndChangesNothing() throws IOException {
    Path directory = temporary.resolve("store");
    with(directory, client -> client.getDatabase("db").getCollection("c").insertOne(one()));
    SortedMap<String, String> before = contents(directory.resolve("engine"));
    assertThat(StoreMaintenance.check(directory).problems()).isEmpty();
    SortedMap<String, String> after = contents(directory.resolve("engine"));
    after.keySet().removeIf(name -> name.startsWith("LOG"));
    before.keySet().removeIf(name -> name.startsWith("LOG"));
    assertThat(after).isEqualTo(before);

    Path table;
    try (Stream<Path> files = Files.list(directory.resolve("engine"))) {
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

  private Path olderFormat() throws IOException {
    Path old = temporary.resolve("old");
    try (InputStream zip = getClass().getResourceAsStream("older-format.zip")) {
      unpack(zip, old);
    }
    return old;
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

  private static void with(Path directory, Consumer<MongoClient> work) {
    try (EmbeddedServer server = EmbeddedServer.open(directory, 0);
        MongoClient client = MongoClients.create(server.uri())) {
      work.accept(client);
    }
  }
}
