package io.twophase.app.simulation;

/** What must never happen has happened. */
final class Violation extends AssertionError {

  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message);
  }

  Violation(String message, Throwable cause) {
    super(message, cause);
  }
}
