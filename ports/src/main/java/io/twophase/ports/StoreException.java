package io.twophase.ports;

/**
 * The store is broken in a way that is no answer: a fault of the infrastructure. What the call that
 * threw it changed is unknown, except in {@link StoreUnavailableException}.
 */
public class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** One line that names the store and the fault. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** One line that names the store and the fault. */
  public StoreException(String message) {
    super(message);
  }
}
