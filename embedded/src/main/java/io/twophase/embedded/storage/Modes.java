package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes directories and files that only their owner may read, where the system knows of that, and
 * removes such directories.
 */
public final class Modes {

  private static final Set<PosixFilePermission> OWNER_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OWNER_FILE =
      PosixFilePermissions.fromString("rw-------");

  private static final boolean IS_POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private Modes() {}

  /** Makes a directory, and those above it that are missing, for nobody but their owner. */
  public static void createPrivateDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, attributes(OWNER_DIRECTORY));
  }

  /**
   * Makes an empty file that only its owner may read.
   *
   * @throws FileAlreadyExistsException if it is there; then it stays as it is
   */
  public static void createPrivateFile(Path file) throws IOException {
    Files.createFile(file, attributes(OWNER_FILE));
  }

  public static void createPrivateFileIfAbsent(Path file) throws IOException {
    try {
      createPrivateFile(file);
    } catch (FileAlreadyExistsException e) {
      // it stays as it is
    }
  }

  /**
   * Closes a directory of the store's own, and the files in it, to everybody else. A file may go
   * meanwhile: an open engine merges its tables and removes those that it has merged.
   */
  public static void close(Path directory) throws IOException {
    if (!IS_POSIX) {
      return;
    }
    Files.setPosixFilePermissions(directory, OWNER_DIRECTORY);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        closeFile(file);
      }
    }
  }

  private static void closeFile(Path file) throws IOException {
    try {
      Files.setPosixFilePermissions(file, OWNER_FILE);
    } catch (NoSuchFileException gone) {
      // nobody can read it any more
    }
  }

  /** Removes a directory, if it is there, and all that is in it. */
  public static void deleteTree(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
    return IS_POSIX
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }
}
