package io.twophase.adapter.mongo;

import io.vavr.control.Either;
import java.time.Duration;

/**
 * How long a record is kept after its transaction was finished. Open transactions are kept whatever
 * their age.
 *
 * <p>A record is what makes its id mean one transaction: while it is there, the same request again
 * is the same answer, a late insert fails on it, and what it did can be reversed. So a period is
 * safe only if, by the time it ends,
 *
 * <ul>
 *   <li>nobody repeats a request under that id any more: a client, a queue, or the import of a file
 *       that is imported again. What is asked again later is done again.
 *   <li>no process that worked on it is still asleep, and no message of it still on its way. An
 *       insert that comes later begins the transaction anew. Tombstones, which keep such an insert
 *       out, are kept for the same time, so they do what they are for.
 *   <li>nobody wants it reversed any more: without the record that is refused.
 * </ul>
 *
 * <p>The server's clock says when a period ends. This is the one place where a clock that is wrong
 * can do harm: one that jumps ahead by the whole period ends it at once. Hence {@link #SHORTEST}.
 *
 * @param period how long; whole seconds
 * @param by who removes them then
 */
public record Retention(Duration period, By by) {

  /**
   * The shortest period, a day: far beyond anything that the software itself waits for (half a
   * minute for an answer, half an hour until recovery takes over), and beyond a clock that is a
   * time zone off. What clients do is for the host to know; most want months.
   */
  public static final Duration SHORTEST = Duration.ofDays(1);

  /** As long as a server can be told to, 68 years, whoever removes what is older. */
  public static final Retention FOR_EVER = new Retention(Duration.ofSeconds(Integer.MAX_VALUE));

  /** Who removes finished records. Batches that are one transaction are always for a pass. */
  public enum By {
    /** The server, by an index with a period. Nobody can do anything with them before. */
    SERVER,

    /**
     * A pass: {@code recover}, a {@code RecoveryDaemon}, {@code TwoPhase.retention()}. What keeps
     * something of them does so before they go, and what still needs them holds them back. Once it
     * is set it stays so: the server cannot be told of a period any more.
     */
    PASS
  }

  /**
   * After so long, by the server.
   *
   * @throws IllegalArgumentException if {@link #of} refuses the period
   */
  public Retention(Duration period) {
    this(period, By.SERVER);
  }

  /**
   * Checks the period.
   *
   * @throws IllegalArgumentException if {@link #of} refuses it
   */
  public Retention {
    String fault = fault(period);
    if (!fault.isEmpty()) {
      throw new IllegalArgumentException(fault);
    }
  }

  /** Whether nothing is ever removed. */
  public boolean isForEver() {
    return period.equals(FOR_EVER.period());
  }

  /** A period, after which the server removes; or one line that says why it cannot be one. */
  public static Either<String, Retention> of(Duration period) {
    return of(period, By.SERVER);
  }

  /** A period, after which a pass removes; or one line that says why it cannot be one. */
  public static Either<String, Retention> ofPass(Duration period) {
    return of(period, By.PASS);
  }

  private static Either<String, Retention> of(Duration period, By by) {
    String fault = fault(period);
    return fault.isEmpty() ? Either.right(new Retention(period, by)) : Either.left(fault);
  }

  private static String fault(Duration period) {
    if (period.compareTo(SHORTEST) < 0) {
      return "retention " + period + " is below " + SHORTEST + ", the shortest that can be safe";
    }
    if (period.toSeconds() > Integer.MAX_VALUE) {
      return "retention " + period + " is above 68 years, the longest that a server takes";
    }
    return period.equals(Duration.ofSeconds(period.toSeconds()))
        ? ""
        : "retention " + period + " is not in whole seconds";
  }
}
