package io.twophase.app.function.history;

/**
 * What a history shows that no strictly serializable store would. The names of cycles are those of
 * Adya, "Weak Consistency: A Generalized Theory and Optimistic Implementations for Distributed
 * Transactions" (MIT, 1999).
 */
enum Anomaly {
  /** A list has a value that nobody appended. */
  GARBAGE_READ,
  /** A list has a value twice. */
  DUPLICATE_VALUE,
  /** A run does not see its own appends, or sees a list in two states. */
  INTERNAL,
  /** Of two states of a list, neither is the beginning of the other. */
  INCOMPATIBLE_ORDERS,
  /** Aborted read: a list has a value of a run that did not happen. */
  G1A,
  /** Intermediate read: a run has read a list between two appends of another run. */
  G1B,
  /** Two runs have read one state of a list, and both have appended to it. */
  LOST_UPDATE,
  /** Write cycle. */
  G0,
  /** Circular information flow: a cycle of writes and reads of what was written. */
  G1C,
  /** Read skew: a cycle with one anti-dependency. */
  G_SINGLE,
  /** Write skew, long fork: a cycle with several anti-dependencies. */
  G2,
  /** A cycle with the order of real time: a stale read, or a write that came too late. */
  REAL_TIME;

  /**
   * That a history shows the anomaly.
   *
   * @param words the runs that show it; of a cycle, the shortest one
   */
  record Finding(Anomaly anomaly, String words) {
    @Override
    public String toString() {
      return anomaly + ": " + words;
    }
  }
}
