package io.twophase.planted.recovery;

/** Breaks a rule on purpose. */
final class SeesTheEngine {

  private SeesTheEngine() {}

  static String name(io.twophase.app.engine.Engine seen) {
    return seen.getClass().getName();
  }
}
