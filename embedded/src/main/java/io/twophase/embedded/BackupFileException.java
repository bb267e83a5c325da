package io.twophase.embedded;

import io.twophase.embedded.storage.EmbeddedStoreException;
import java.io.IOException;

/**
 * The file of a backup is there already, cannot be written, or cannot be restored. The store is as
 * it was.
 */
public final class BackupFileException extends EmbeddedStoreException {

  private static final long serialVersionUID = 1L;

  private final IOException fault;

  BackupFileException(String message, IOException fault) {
    super(message, fault);
    this.fault = fault;
  }

  /**
   * Returns what the system says: a {@link java.nio.file.FileAlreadyExistsException} where the file
   * is there already; a {@link java.util.zip.ZipException} where a file to restore is no backup.
   */
  public IOException fault() {
    return fault;
  }
}
