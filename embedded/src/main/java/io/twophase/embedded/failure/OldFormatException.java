package io.twophase.embedded.failure;

import java.nio.file.Path;

/** The directory is of the format before this one. Nothing in it was touched. */
public final class OldFormatException extends EmbeddedStoreException {

  private static final long serialVersionUID = 1L;

  public OldFormatException(Path directory) {
    super(
        "the directory "
            + directory
            + " is an embedded store of an older format; to carry it over into a new directory NEW:"
            + " twophase --store embedded:NEW store upgrade "
            + directory,
        null);
  }
}
