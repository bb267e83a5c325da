package io.twophase.domain.statement;

import io.twophase.domain.id.AccountId;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/**
 * What the oldest lines of an account come to, which retention has removed or may remove. It has
 * each line whose record ended at or before a place, one place for lone transactions and one for
 * batches, and no other: whether a line is in it is read from the places, and not from what is
 * still there. So a line that is carried again changes nothing.
 *
 * @param account whose lines
 * @param sum what they come to, in minor units: above zero, the account got more than it gave
 * @param lines how many they are
 * @param lone the last lone transaction that it has; none if it has none
 * @param batches the last batch that it has; none if it has none
 * @param latest when the latest of its lines was decided; none if it has none
 * @param changes how often it was changed: what a compare-and-set names
 */
public record CarriedBalance(
    AccountId account,
    BigInteger sum,
    long lines,
    Option<Ending> lone,
    Option<Ending> batches,
    Option<Instant> latest,
    long changes) {

  /** As finely as all stores tell the time. */
  private static final Duration MOMENT = Duration.ofMillis(1);

  /**
   * @throws IllegalArgumentException if a count is below zero, a place of the other kind, or there
   *     is a line without a place and a time, or these without a line
   */
  public CarriedBalance {
    boolean isOdd =
        lines < 0
            || changes < 0
            || lone.exists(Ending::isOfBatch)
            || batches.exists(last -> !last.isOfBatch())
            || (lines > 0) != (lone.isDefined() || batches.isDefined())
            || (lines > 0) != latest.isDefined();
    if (isOdd) {
      throw new IllegalArgumentException(
          "carried of " + account + ": " + lines + " lines up to " + lone + ", " + batches);
    }
  }

  /** Of an account of which nothing was ever carried. */
  public static CarriedBalance none(AccountId account) {
    return new CarriedBalance(
        account, BigInteger.ZERO, 0, Option.none(), Option.none(), Option.none(), 0);
  }

  /** Whether a line of the account is in the sum, by where its record stands. */
  public boolean has(Option<Ending> ending) {
    return ending.exists(
        place -> (place.isOfBatch() ? batches : lone).exists(last -> !place.isAfter(last)));
  }

  /** Whether it may have something that ended at {@code moment} or later. */
  public boolean reaches(Instant moment) {
    return lone.exists(last -> !last.at().isBefore(moment))
        || batches.exists(last -> !last.at().isBefore(moment));
  }

  /**
   * With those of {@code all} that it does not have yet; itself if it has them all, or the rest has
   * not ended.
   *
   * @param all lines of the account, each once, and with a line all those that ended before it and
   *     that this does not have
   */
  public CarriedBalance with(Collection<EndedPosting> all) {
    CarriedBalance carried = this;
    for (EndedPosting line : all) {
      if (line.ending().isDefined() && !has(line.ending())) {
        carried = carried.and(line.posting(), line.ending().get());
      }
    }
    return carried.lines() == lines ? this : carried.changedOnceAfter(this);
  }

  private CarriedBalance and(Posting posting, Ending ending) {
    Instant decided = posting.position().decidedAt();
    return new CarriedBalance(
        account,
        sum.add(BigInteger.valueOf(posting.effect())),
        lines + 1,
        ending.isOfBatch() ? lone : last(lone, ending),
        ending.isOfBatch() ? last(batches, ending) : batches,
        Option.some(latest.filter(decided::isBefore).getOrElse(decided)),
        changes);
  }

  private static Option<Ending> last(Option<Ending> before, Ending ending) {
    return Option.some(before.filter(place -> place.isAfter(ending)).getOrElse(ending));
  }

  private CarriedBalance changedOnceAfter(CarriedBalance before) {
    return new CarriedBalance(account, sum, lines, lone, batches, latest, before.changes + 1);
  }

  /**
   * The first moment at which the balance is still known: all lines that it has were decided before
   * it. None if nothing was carried.
   */
  public Option<Instant> earliest() {
    return latest.map(decided -> decided.plus(MOMENT));
  }
}
