package io.twophase.planted.metrics;

/** Breaks a rule on purpose. */
final class SeesTheDriver {

  private SeesTheDriver() {}

  static String name(com.mongodb.client.MongoClient seen) {
    return seen.getClass().getName();
  }
}
