package io.twophase.embedded;

import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.embedded.storage.Faults;
import io.twophase.embedded.storage.Modes;
import io.twophase.embedded.storage.Storage;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A store in one file: a zip archive of a directory that can be opened as a store. */
final class StoreArchive {

  /** The names of files in a backup. */
  private static final Pattern PART =
      Pattern.compile("watermark|engine/\\p{XDigit}{16}/[A-Za-z0-9_-][\\w.-]*");

  private StoreArchive() {}

  /** Writes the file, which must not be there; returns its bytes. */
  static long write(Storage storage, Path directory, Path file) {
    Path copy = directory.resolve("backup.copying");
    try {
      try {
        Modes.deleteTree(copy);
        storage.copyTo(copy);
        return packed(copy, file);
      } finally {
        Modes.deleteTree(copy);
      }
    } catch (IOException e) {
      throw new EmbeddedStoreException("the directory " + copy + " cannot be removed: " + e, e);
    }
  }

  /** Makes a store of the file, in a directory that is there and empty, and reads all of it. */
  static StoreReport restore(Path file, Path directory) {
    try (InputStream in = opened(file)) {
      unpack(in, directory);
      return read(directory);
    } catch (ZipException | EOFException e) {
      throw new BackupFileException(
          "the file " + file + " is no backup of a store, or is cut or changed", e);
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }

  private static InputStream opened(Path file) {
    try {
      // a directory is opened, and fails when it is read
      if (Files.isDirectory(file)) {
        throw new IOException("it is a directory");
      }
      return new BufferedInputStream(Files.newInputStream(file));
    } catch (IOException e) {
      throw new BackupFileException("the file " + file + " cannot be read: " + Faults.words(e), e);
    }
  }

  private static StoreReport read(Path directory) throws IOException {
    try (Storage storage = Storage.openForReads(directory)) {
      StoreReport report = StoreReport.of(storage, List.of(), false);
      if (report.problems().isEmpty()) {
        return report;
      }
      throw new ZipException(String.join("; ", report.problems()));
    } catch (DamagedStoreException damaged) {
      throw new ZipException(damaged.getMessage());
    }
  }

  private static void unpack(InputStream in, Path directory) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        // nothing outside of the directory
        if (!PART.matcher(entry.getName()).matches()) {
          throw new ZipException("it has an entry '" + entry.getName() + "'");
        }
        Path part = directory.resolve(entry.getName());
        Modes.createPrivateDirectories(Objects.requireNonNull(part.getParent()));
        Modes.createPrivateFile(part);
        try (OutputStream out = Files.newOutputStream(part)) {
          zip.transferTo(out);
        }
      }
    }
  }

  private static long packed(Path copy, Path file) {
    try {
      pack(copy, file);
      return Files.size(file);
    } catch (FileAlreadyExistsException e) {
      throw new BackupFileException(
          "the file " + file + " is there already, and is left as it is", e);
    } catch (IOException e) {
      throw new BackupFileException("the file " + file + " cannot be written: " + e, e);
    }
  }

  private static void pack(Path copy, Path file) throws IOException {
    Modes.createPrivateFile(file);
    try (Stream<Path> parts = Files.walk(copy);
        ZipOutputStream zip =
            new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      zip.setLevel(Deflater.BEST_SPEED);
      for (Path part : parts.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(copy.relativize(part).toString().replace('\\', '/')));
        Files.copy(part, zip);
        zip.closeEntry();
      }
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }
}
