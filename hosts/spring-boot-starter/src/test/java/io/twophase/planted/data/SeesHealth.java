package io.twophase.planted.data;

/** Breaks a rule on purpose. */
final class SeesHealth {

  private SeesHealth() {}

  static String name(org.springframework.boot.health.contributor.Health seen) {
    return seen.getClass().getName();
  }
}
