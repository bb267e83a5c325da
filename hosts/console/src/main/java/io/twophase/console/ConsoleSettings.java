package io.twophase.console;

import io.twophase.console.view.Redactor;
import java.time.InstantSource;
import java.util.Objects;

/**
 * The choices of a host for its console.
 *
 * @param access who may look
 * @param actions whether operators may act; if not, no request changes anything in the store
 * @param base where the console is mounted: empty, or a path such as {@code /twophase}
 * @param redactor which values of documents are hidden
 * @param clock dates the pages
 */
public record ConsoleSettings(
    Access access, boolean actions, String base, Redactor redactor, InstantSource clock) {

  /**
   * @throws IllegalArgumentException if the base is neither empty nor begins with a slash
   */
  public ConsoleSettings {
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(redactor, "redactor");
    Objects.requireNonNull(clock, "clock");
    if (!base.isEmpty() && (!base.startsWith("/") || base.endsWith("/"))) {
      throw new IllegalArgumentException(
          "the base begins with a slash and does not end with one: " + base);
    }
  }

  /** Read-only, at the root, with nothing hidden, for callers whom {@code access} knows. */
  public static ConsoleSettings of(Access access) {
    return new ConsoleSettings(access, false, "", Redactor.NONE, InstantSource.system());
  }

  /** These, with operators who may act, or not. */
  public ConsoleSettings withActions(boolean allowed) {
    return new ConsoleSettings(access, allowed, base, redactor, clock);
  }

  /** These, of a console that is mounted there. */
  public ConsoleSettings withBase(String path) {
    return new ConsoleSettings(access, actions, path, redactor, clock);
  }

  /** These, with values of documents that are hidden. */
  public ConsoleSettings withRedactor(Redactor other) {
    return new ConsoleSettings(access, actions, base, other, clock);
  }

  /** These, with another clock, which dates the pages. */
  public ConsoleSettings withClock(InstantSource other) {
    return new ConsoleSettings(access, actions, base, redactor, other);
  }
}
