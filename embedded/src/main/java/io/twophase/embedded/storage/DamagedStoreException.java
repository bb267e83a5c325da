package io.twophase.embedded.storage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of the store is missing, cut, changed or not the store's, or acknowledged writes are not
 * there. Nothing was answered from it. The message names the directory, what is wrong, and the
 * command that goes on.
 */
public final class DamagedStoreException extends EmbeddedStoreException {

  private static final long serialVersionUID = 1L;

  public DamagedStoreException(Path directory, String what, @Nullable Throwable cause) {
    this(
        directory,
        what,
        "to see what is left: twophase --store embedded:" + directory + " store check",
        cause);
  }

  private DamagedStoreException(
      Path directory, String what, String next, @Nullable Throwable cause) {
    super("the embedded store " + directory + " is damaged: " + what + "; " + next, cause);
  }

  /** The files are not of one age, as where a backup was unpacked over a store. */
  public static DamagedStoreException ofDifferentAges(Path directory, String what) {
    return new DamagedStoreException(
        directory,
        what + ": files of different ages lie in this directory, and none was changed",
        "to restore a backup into a new directory: twophase store restore FILE DIR",
        null);
  }
}
