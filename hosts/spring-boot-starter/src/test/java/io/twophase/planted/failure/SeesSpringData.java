package io.twophase.planted.failure;

/** Breaks a rule on purpose. */
final class SeesSpringData {

  private SeesSpringData() {}

  static String name(org.springframework.data.mongodb.MongoDatabaseFactory seen) {
    return seen.getClass().getName();
  }
}
