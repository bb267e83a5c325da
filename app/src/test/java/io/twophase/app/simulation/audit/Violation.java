package io.twophase.app.simulation.audit;

/** What must never happen has happened. */
public final class Violation extends AssertionError {

  private static final long serialVersionUID = 1L;

  public Violation(String message) {
    super(message);
  }

  public Violation(String message, Throwable cause) {
    super(message, cause);
  }
}
