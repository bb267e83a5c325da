package io.twophase.planted;

/** Breaks a rule on purpose. */
final class SeesTheActuator {

  private SeesTheActuator() {}

  static String name(org.springframework.boot.actuate.endpoint.SecurityContext seen) {
    return seen.getClass().getName();
  }
}
