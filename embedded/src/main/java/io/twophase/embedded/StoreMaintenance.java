package io.twophase.embedded;

import io.twophase.embedded.backend.DocumentStore;
import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.Durability;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.embedded.storage.Faults;
import io.twophase.embedded.storage.Modes;
import io.twophase.embedded.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The work on a whole store, while no server has it open: all of it throws {@link
 * io.twophase.embedded.storage.DirectoryInUseException} where one has.
 */
public final class StoreMaintenance {

  /**
   * The size of a store before and after a compaction.
   *
   * @param before bytes of its files
   * @param after bytes of its files
   */
  public record Compacted(long before, long after) {}

  private StoreMaintenance() {}

  /**
   * Reads everything that a store has, and changes nothing: every table, every document, and
   * whether there are as many as were counted.
   *
   * @throws EmbeddedStoreException if there is no store in the directory, or it cannot be read at
   *     all
   */
  public static StoreReport check(Path directory) {
    requireStore(directory);
    try (Storage storage = Storage.openForReads(directory)) {
      return StoreReport.of(storage, List.of(), false);
    } catch (DamagedStoreException damaged) {
      return whatIsLeft(directory, List.of(String.valueOf(damaged.getMessage())));
    }
  }

  private static StoreReport whatIsLeft(Path directory, List<String> problem) {
    try (Storage storage = Storage.openForReadsOfWhatIsLeft(directory)) {
      return StoreReport.of(storage, problem, true);
    } catch (EmbeddedStoreException nothing) {
      return new StoreReport(new TreeMap<>(), problem, false);
    }
  }

  /**
   * Takes what can be read of a store for everything that there is, as after a power cut that took
   * the last writes; then checks it.
   *
   * @throws DamagedStoreException if more is missing than writes at the end
   * @throws EmbeddedStoreException if there is no store in the directory, or no room
   */
  public static StoreReport accept(Path directory) {
    requireStore(directory);
    try (Storage storage = Storage.acceptWhatIsLeft(directory)) {
      new DocumentStore(storage).recount();
      return StoreReport.of(storage, List.of(), false);
    }
  }

  /**
   * Copies a store into one file, a zip archive, for {@link #restore}.
   *
   * @return the bytes of the file
   * @throws BackupFileException if the file is there already, which is left as it is, or cannot be
   *     written; then there is no such file
   * @throws EmbeddedStoreException if there is no store in the directory, or it is damaged; then
   *     there is no such file
   */
  public static long backup(Path directory, Path file) {
    requireStore(directory);
    try (Storage storage = Storage.open(directory, Durability.PROCESS_END)) {
      return StoreArchive.write(storage, directory, file);
    }
  }

  /**
   * Gives the space of what was removed or overwritten back to the system.
   *
   * @throws EmbeddedStoreException if there is no store in the directory, it is damaged, or there
   *     is no room for the new files beside the old
   */
  public static Compacted compact(Path directory) {
    requireStore(directory);
    long before = bytes(directory);
    try (Storage storage = Storage.open(directory, Durability.PROCESS_END)) {
      storage.compact();
    }
    return new Compacted(before, bytes(directory));
  }

  /**
   * Makes a store of a backup's file, in a directory that is not there yet, or is empty. If this
   * fails there is no new one.
   *
   * @throws BackupFileException if the file cannot be read, or is not all of a backup
   * @throws EmbeddedStoreException if the directory is there already or cannot be written
   */
  public static StoreReport restore(Path file, Path directory) {
    try {
      requireAbsent(directory);
      Path unfinished = directoryBeside(directory);
      try {
        StoreReport report = StoreArchive.restore(file, unfinished);
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
        return report;
      } finally {
        deleteQuietly(unfinished);
      }
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          "the directory " + directory + " cannot be made: " + Faults.words(e), e);
    }
  }

  /** A new one, of a name that nothing had: whatever is deleted of it was made here. */
  private static Path directoryBeside(Path directory) throws IOException {
    Path at = directory.toAbsolutePath();
    Path parent = Objects.requireNonNullElse(at.getParent(), at);
    if (!Files.exists(parent)) {
      Modes.createPrivateDirectories(parent);
    }
    return Files.createTempDirectory(parent, ".twophase-unfinished-");
  }

  private static void requireStore(Path directory) {
    if (!Storage.isStore(directory)) {
      throw new EmbeddedStoreException("there is no embedded store in " + directory, null);
    }
  }

  private static void requireAbsent(Path directory) {
    String @Nullable [] files = directory.toFile().list();
    if (Files.exists(directory) && (files == null || files.length > 0)) {
      throw new EmbeddedStoreException(
          directory + " is a file, or a directory that is not empty: name a new one", null);
    }
  }

  private static long bytes(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          "the directory " + directory + " cannot be read: " + Faults.words(e), e);
    }
  }

  private static void deleteQuietly(Path directory) {
    try {
      Modes.deleteTree(directory);
    } catch (IOException e) {
      // it stays beside the store, under a name that says what it was for
    }
  }
}
