package io.twophase.embedded.storage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * There is no room to write. All that was acknowledged before is there. From then on the store
 * refuses everything, until room is made and it is closed and opened again.
 */
public final class FullDiskException extends EmbeddedStoreException {

  private static final long serialVersionUID = 1L;

  FullDiskException(Path directory, String detail, @Nullable Throwable cause) {
    super(
        "no room to write the embedded store "
            + directory
            + " ("
            + detail
            + "): what was acknowledged is safe; make room, then give the same command again",
        cause);
  }
}
