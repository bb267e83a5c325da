package io.twophase.ports;

/** The limit on how many records a read may ask for is one for all adapters. */
public final class ReadLimit {

  private ReadLimit() {}

  /**
   * Nothing, if a read may ask for so many.
   *
   * @throws IllegalArgumentException if it is below 1 or above {@link RecordQuery#MAX_LIMIT}
   */
  public static void require(int limit) {
    if (limit < 1 || limit > RecordQuery.MAX_LIMIT) {
      throw new IllegalArgumentException("limit " + limit + ": 1 to " + RecordQuery.MAX_LIMIT);
    }
  }
}
