package io.twophase.adapter.mongo.servertransaction;

/**
 * How a {@link TransactionServer} does as the primary of a replica set of several members does:
 * when a majority has its writes, and when another member becomes primary. All is drawn from a
 * seed, and counted in commands.
 *
 * @param seed of all that is drawn
 * @param lag within how many commands a majority has a write that did not wait for it
 * @param failoverEvery after about how many commands another member becomes primary; 0 for never
 * @param unansweredOneIn one of how many waits for a majority ends without one; 0 for none
 */
public record Replication(long seed, int lag, int failoverEvery, int unansweredOneIn) {

  private static final int LAG = 12;

  /** A majority has each write before the next command. */
  static final Replication ALONE = new Replication(0, 1, 0, 0);

  /** A majority has a write of {@code w: 1} some commands later, or with the next that waits. */
  public static Replication lagging(long seed) {
    return new Replication(seed, LAG, 0, 0);
  }

  /** The same, and another member becomes primary again and again. */
  public Replication withFailoverEvery(int commands) {
    return new Replication(seed, lag, commands, unansweredOneIn);
  }

  /** The same, and one wait for a majority of so many runs out of time, the write being done. */
  public Replication withUnansweredOneIn(int waits) {
    return new Replication(seed, lag, failoverEvery, waits);
  }
}
