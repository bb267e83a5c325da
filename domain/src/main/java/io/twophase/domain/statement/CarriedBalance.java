package io.twophase.domain.statement;

import io.twophase.domain.AccountId;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/**
 * The sum of the oldest lines of an account, which retention has removed or may remove. It has each
 * line whose record ended at or before one place, and no other: that place tells whether it has a
 * line, and not what is still there. So a line that is carried again changes nothing.
 *
 * @param account whose lines
 * @param sum of their effects, in minor units: above zero, the account got more than it gave
 * @param lines how many they are
 * @param last the place of the last record of which it has a line; none if it has none
 * @param latest when the latest of its lines was decided; none if it has none
 * @param changes how often it was changed: what a compare-and-set names
 */
public record CarriedBalance(
    AccountId account,
    BigInteger sum,
    long lines,
    Optional<Ending> last,
    Optional<Instant> latest,
    long changes) {

  /** As finely as all stores tell the time. */
  private static final Duration MOMENT = Duration.ofMillis(1);

  /**
   * @throws IllegalArgumentException if a count is below zero, or there is a line without a place
   *     and a time, or these without a line
   */
  public CarriedBalance {
    boolean isOdd =
        lines < 0
            || changes < 0
            || (lines > 0) != last.isPresent()
            || (lines > 0) != latest.isPresent();
    if (isOdd) {
      throw new IllegalArgumentException(
          "carried of " + account + ": " + lines + " lines up to " + last);
    }
  }

  /** Nothing was ever carried of the account. */
  public static CarriedBalance none(AccountId account) {
    return new CarriedBalance(account, BigInteger.ZERO, 0, Optional.empty(), Optional.empty(), 0);
  }

  /** Returns whether a line of the account is in the sum, by the place of its record. */
  public boolean has(Optional<Ending> ending) {
    return ending
        .filter(place -> last.filter(there -> place.compareTo(there) <= 0).isPresent())
        .isPresent();
  }

  /** Returns whether it may have something that ended at {@code moment} or later. */
  public boolean reaches(Instant moment) {
    return last.filter(place -> !place.at().isBefore(moment)).isPresent();
  }

  /**
   * This balance with those of {@code all} that it does not have yet; itself if it has them all, or
   * the rest has not ended.
   *
   * @param all lines of the account, each once, and with a line all those that ended before it and
   *     that this balance does not have
   */
  public CarriedBalance with(Collection<EndedPosting> all) {
    CarriedBalance carried = this;
    for (EndedPosting line : all) {
      if (line.ending().isPresent() && !has(line.ending())) {
        carried = carried.and(line.posting(), line.ending().orElseThrow());
      }
    }
    return carried.lines() == lines ? this : carried.changedOnceAfter(this);
  }

  private CarriedBalance and(Posting posting, Ending ending) {
    Instant decided = posting.position().decidedAt();
    return new CarriedBalance(
        account,
        sum.add(BigInteger.valueOf(posting.effect().minor())),
        lines + 1,
        Optional.of(last.filter(place -> place.compareTo(ending) > 0).orElse(ending)),
        Optional.of(latest.filter(decided::isBefore).orElse(decided)),
        changes);
  }

  private CarriedBalance changedOnceAfter(CarriedBalance before) {
    return new CarriedBalance(account, sum, lines, last, latest, before.changes + 1);
  }

  /**
   * The first moment at which the balance is still known: all lines that it has were decided before
   * it. None if nothing was carried.
   */
  public Optional<Instant> earliest() {
    return latest.map(decided -> decided.plus(MOMENT));
  }
}
