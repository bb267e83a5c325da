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

  /** Only if it does not hold, the words of records are made, which take longer than a check. */
  public static void demand(boolean holds, Object who, String otherwise, Object... of) {
    if (!holds) {
      throw new Violation(who + " " + otherwise + " " + Arrays.asList(of));
    }
  }
}
