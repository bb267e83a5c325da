package io.twophase.domain.record;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A process tells with each beat what it does. All figures only grow as long as the process lives,
 * except {@link #waiting} and {@link #blocked}: so the difference of two beats is what was done
 * between them, and the sum over processes is what all did.
 *
 * @param applied transfers that happened
 * @param refused transfers that were refused
 * @param unknown transfers whose outcome is not known
 * @param batches batches begun; a lone transfer is a batch of one
 * @param waiting transfers that wait for a batch now
 * @param blocked transfers that wait for others' work now
 * @param decisions how many were decided in how long since they were begun: one count for each of
 *     {@link #WITHIN_MILLIS}, of those that took longer than the one before, and a last one of all
 *     that took longer than the last
 */
public record Vitals(
    long applied,
    long refused,
    long unknown,
    long batches,
    long waiting,
    long blocked,
    List<Long> decisions) {

  /** The times by which decisions are counted, in milliseconds. */
  public static final List<Integer> WITHIN_MILLIS =
      List.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000);

  /** The number of counts of decisions. */
  public static final int COUNTS = WITHIN_MILLIS.size() + 1;

  /** Nothing was done. */
  public static final Vitals NONE = new Vitals(0, 0, 0, 0, 0, 0, Collections.nCopies(COUNTS, 0L));

  /**
   * @throws IllegalArgumentException if a figure is below zero, or there are not {@link #COUNTS}
   *     counts
   */
  public Vitals {
    decisions = List.copyOf(decisions);
    if (decisions.size() != COUNTS) {
      throw new IllegalArgumentException(decisions.size() + " counts of decisions, not " + COUNTS);
    }
    long least =
        LongStream.concat(
                LongStream.of(applied, refused, unknown, batches, waiting, blocked),
                decisions.stream().mapToLong(count -> count))
            .min()
            .orElseThrow();
    if (least < 0) {
      throw new IllegalArgumentException("a figure of a process is " + least + ", below zero");
    }
  }

  /** Returns the sums of two processes. */
  public Vitals and(Vitals other) {
    return with(other, Vitals::sum, sum(waiting, other.waiting), sum(blocked, other.blocked));
  }

  /** A figure that was stored by something else may be as high as there is. */
  private static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  /**
   * Returns what was done between an earlier beat of the same process and this one; and what waits
   * now. For a figure that was higher then, as if the document was removed and inserted again,
   * nothing.
   */
  public Vitals since(Vitals earlier) {
    return with(earlier, (now, then) -> Math.max(0, now - then), waiting, blocked);
  }

  private Vitals with(Vitals other, LongBinaryOperator operator, long waits, long isBlocked) {
    return new Vitals(
        operator.applyAsLong(applied, other.applied),
        operator.applyAsLong(refused, other.refused),
        operator.applyAsLong(unknown, other.unknown),
        operator.applyAsLong(batches, other.batches),
        waits,
        isBlocked,
        IntStream.range(0, COUNTS)
            .mapToObj(at -> operator.applyAsLong(decisions.get(at), other.decisions.get(at)))
            .toList());
  }

  /** Returns how many transfers were decided. */
  public long decided() {
    return decisions.stream().mapToLong(count -> count).reduce(0, Vitals::sum);
  }

  /**
   * The time within which such a part of the decisions was taken: one of {@link #WITHIN_MILLIS};
   * none if there was no decision, or the time was longer than all of these.
   *
   * @param part above 0, at most 1
   */
  public Optional<Duration> decidedWithin(double part) {
    double wanted = part * decided();
    long counted = 0;
    for (int at = 0; at < WITHIN_MILLIS.size(); at++) {
      counted = sum(counted, decisions.get(at));
      if (counted > 0 && counted >= wanted) {
        return Optional.of(Duration.ofMillis(WITHIN_MILLIS.get(at)));
      }
    }
    return Optional.empty();
  }
}
