package io.twophase.adapter.mongo.driver;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The error codes of engines that store in PostgreSQL, such as DocumentDB, where the error is
 * PostgreSQL's own: its SQLSTATE of five digits and letters, as the number that PostgreSQL keeps it
 * in, six bits to a character.
 */
final class SqlStates {

  private static final int BITS = 6;

  /** With these PostgreSQL says that the same request may be answered later. */
  private static final Set<Integer> PASSING =
      Stream.of(
              "40001", // serialization_failure
              "40P01", // deadlock_detected
              "53300", // too_many_connections
              "55P03", // lock_not_available
              "57P01", // admin_shutdown
              "57P02", // crash_shutdown
              "57P03") // cannot_connect_now
          .map(SqlStates::code)
          .collect(Collectors.toUnmodifiableSet());

  private SqlStates() {}

  /** Returns whether an error of this code may pass. */
  static boolean arePassing(int code) {
    return PASSING.contains(code);
  }

  /** The number of a state: its first character in the lowest bits. */
  static int code(String state) {
    int code = 0;
    for (int at = 0; at < state.length(); at++) {
      code |= ((state.charAt(at) - '0') & ((1 << BITS) - 1)) << (BITS * at);
    }
    return code;
  }
}
