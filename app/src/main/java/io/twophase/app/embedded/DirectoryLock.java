package io.twophase.app.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The right to use a directory, held by one server at a time. It is the operating system's lock on
 * a file, so it goes with the process, even when that is killed.
 */
final class DirectoryLock implements AutoCloseable {

  private static final String FILE = "lock";

  private final String file;
  private final Closeable held;

  private DirectoryLock(String file, Closeable held) {
    this.file = file;
    this.held = held;
  }

  /** For a store without a directory. */
  static DirectoryLock none() {
    return new DirectoryLock("nothing", () -> {});
  }

  /** Makes the directory when it is absent, and takes it or says who cannot. */
  static DirectoryLock take(Path directory) {
    try {
      Files.createDirectories(directory);
      Path file = directory.resolve(FILE);
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!locked(channel)) {
        channel.close();
        throw new DirectoryInUseException(directory);
      }
      return new DirectoryLock(file.toString(), channel);
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          "the directory " + directory + " cannot be made or written: " + e, e);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  /** Gives the directory back. */
  @Override
  public void close() {
    try {
      held.close();
    } catch (IOException e) {
      throw new EmbeddedStoreException("the lock " + file + " cannot be given back", e);
    }
  }
}
