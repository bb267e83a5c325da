package io.twophase.app.simulation.audit;

import java.util.Arrays;

/** What must never happen has happened. */
public final class Violation extends AssertionError {

  private static final long serialVersionUID = 1L;

  public Violation(String message) {
    super(message);
  }

  public Violation(String message, Throwable cause) {
    super(message, cause);
  }

  /** Only then are the words of records made, which take longer than a check of them. */
  static void unless(boolean holds, String kind, Object who, String otherwise, Object... of) {
    if (!holds) {
      throw new Violation(kind + who + " " + otherwise + " " + Arrays.asList(of));
    }
  }
}
