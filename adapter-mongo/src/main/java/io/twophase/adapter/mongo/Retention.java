package io.twophase.adapter.mongo;

import io.twophase.adapter.mongo.setup.RecordRetention;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.Optional;

/**
 * The time for which a store keeps a record after its transaction was finished. Open transactions
 * are kept whatever their age.
 *
 * <p>A record is what makes its id mean one transaction: while it is there, the same request again
 * is the same answer, a late insert fails on it, and what it did can be reversed. So a period is
 * safe only if, by the time it ends,
 *
 * <ul>
 *   <li>nobody repeats a request under that id any more: a client, a queue, or the import of a file
 *       that is imported again. A transaction that is asked for again later is done again.
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
 * @param receipts how long what a pass removes leaves a receipt, counted from when it was finished;
 *     none if it is to stay as it is set, which is not at all in a new store
 */
public record Retention(Duration period, By by, Optional<Duration> receipts) {

  /**
   * The shortest period, a day: far beyond anything that the software itself waits for (half a
   * minute for an answer, half an hour until recovery takes over), and beyond a clock that is a
   * time zone off. Only the host knows its clients; most want months.
   */
  public static final Duration SHORTEST = Duration.ofDays(1);

  /** As long as each server can be told to, 50 years, whoever removes what is older. */
  public static final Retention FOR_EVER = new Retention(RecordRetention.FOR_EVER);

  /**
   * Says who removes finished records. Batches that are one transaction are always for a pass, and
   * so are reversals, which outlive what they reverse.
   */
  public enum By {
    /** The server, by an index with a period. Nobody can do anything with them before. */
    SERVER,

    /**
     * A pass: {@code recover}, a {@code RecoveryDaemon}, {@code TwoPhase.retention()}. A pass that
     * keeps something of them does so before they go, and a pass that still needs them holds them
     * back. Once it is set it stays so: the server cannot be told of a period any more.
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
   * After so long, by {@code by}; receipts as they are set.
   *
   * @throws IllegalArgumentException if {@link #of} refuses the period
   */
  public Retention(Duration period, By by) {
    this(period, by, Optional.empty());
  }

  /**
   * Checks the periods.
   *
   * @throws IllegalArgumentException if {@link #of} refuses the period, or {@link #withReceipts}
   *     the receipts
   */
  public Retention {
    String fault = fault(period, by, receipts);
    if (!fault.isEmpty()) {
      throw new IllegalArgumentException(fault);
    }
  }

  /** Returns whether nothing is ever removed. */
  public boolean isForEver() {
    return period.equals(FOR_EVER.period());
  }

  /** A period, after which the server removes; or one line that says why it cannot be one. */
  public static Either<String, Retention> of(Duration period) {
    return of(period, By.SERVER, Optional.empty());
  }

  /** A period, after which a pass removes; or one line that says why it cannot be one. */
  public static Either<String, Retention> ofPass(Duration period) {
    return of(period, By.PASS, Optional.empty());
  }

  private static Either<String, Retention> of(Duration period, By by, Optional<Duration> receipts) {
    String fault = fault(period, by, receipts);
    return fault.isEmpty() ? Either.right(new Retention(period, by, receipts)) : Either.left(fault);
  }

  /**
   * Returns this retention, where each record leaves a receipt as the pass removes it: its id stays
   * taken, the same request has the same answer, and another one under the id is refused. The
   * receipts go {@code limit} after what they are of was finished. A limit as long as the period
   * takes receipts back: they go with the records. Or one line that says why it cannot be so.
   */
  public Either<String, Retention> withReceipts(Duration limit) {
    return of(period, by, Optional.of(limit));
  }

  /** Returns this retention, where receipts are kept for ever. */
  public Either<String, Retention> withReceiptsForEver() {
    return withReceipts(RecordRetention.FOR_EVER);
  }

  private static String fault(Duration period, By by, Optional<Duration> receipts) {
    String fault = fault(period);
    return fault.isEmpty() ? receipts.map(limit -> fault(period, by, limit)).orElse("") : fault;
  }

  private static String fault(Duration period, By by, Duration receipts) {
    if (by == By.SERVER) {
      return "the server leaves no receipts of what it removes: only a pass does";
    }
    boolean isForEver = period.equals(RecordRetention.FOR_EVER);
    if (!isForEver && receipts.compareTo(period) < 0) {
      return "receipts for " + receipts + " go before the records, which stay for " + period;
    }
    String fault = fault(receipts);
    return fault.isEmpty() ? "" : "receipts: " + fault;
  }

  private static String fault(Duration period) {
    if (period.compareTo(SHORTEST) < 0) {
      return "retention " + period + " is below " + SHORTEST + ", the shortest that can be safe";
    }
    if (period.compareTo(RecordRetention.FOR_EVER) > 0) {
      return "retention " + period + " is above 50 years, the longest that each server takes";
    }
    return period.equals(Duration.ofSeconds(period.toSeconds()))
        ? ""
        : "retention " + period + " is not in whole seconds";
  }
}
