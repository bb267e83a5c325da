package io.twophase.embedded.storage;

import java.nio.file.Path;

/**
 * The directory is open already, by another process or by this one. Nothing in it was touched, and
 * it can be opened as soon as the other has closed it or has ended, however it ended.
 */
public final class DirectoryInUseException extends EmbeddedStoreException {

  private static final long serialVersionUID = 1L;

  public DirectoryInUseException(Path directory, String holder) {
    super("the directory " + directory + " is in use by another embedded server" + holder, null);
  }
}
