package io.twophase.embedded.storage;

import org.jspecify.annotations.Nullable;

/**
 * The embedded store cannot be opened or written. The message is one line for a person to act on,
 * and names the directory, the file or the port that is at fault.
 */
public class EmbeddedStoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A failure with the line to show and, where there is one, what caused it. */
  public EmbeddedStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
