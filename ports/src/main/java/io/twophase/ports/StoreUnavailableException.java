package io.twophase.ports;

/** The store cannot be reached, and the call that threw this sent nothing to it. */
public class StoreUnavailableException extends StoreException {

  private static final long serialVersionUID = 1L;

  /** One line that names the store and the fault. */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /** One line that names the store and the fault. */
  public StoreUnavailableException(String message) {
    super(message);
  }
}
