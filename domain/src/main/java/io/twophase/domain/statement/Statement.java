package io.twophase.domain.statement;

import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/**
 * The decided transactions of one account in a span of time. The opening balance and the amounts of
 * the lines add up to the closing balance. The balances are of what is decided, not of what is
 * settled.
 *
 * @param account the account, as it was opened
 * @param from the first moment of the span; if none, all that ever was. What was decided before and
 *     is removed by now is in the opening balance
 * @param until the end of the span, which is not part of it; if none, the moment of reading
 * @param opening the balance just before the span
 * @param closing the balance at its end
 * @param lines what was decided in it, in order
 * @param undecided what is held now and not decided
 * @param certainty whether anything may be missing
 */
public record Statement(
    Opening account,
    Optional<Instant> from,
    Optional<Instant> until,
    Money opening,
    Money closing,
    List<Line> lines,
    Undecided undecided,
    Certainty certainty) {

  /**
   * A line.
   *
   * @param posting what happened
   * @param balance the balance of the account after it
   */
  public record Line(Posting posting, Money balance) {}

  /** The reliability of the figures of a statement. */
  public enum Certainty {
    /** All that was decided is there. */
    CERTAIN,
    /** Old records may have been removed: lines may be missing, and the balances be wrong. */
    RECORDS_MAY_BE_MISSING,
    /** A record cannot be read: if it is of this account, a line is missing. */
    RECORD_UNREADABLE,
    /** The lines do not add up to what the account has: something is missing, or was changed. */
    DIFFERS
  }

  /** The lines do not change. */
  public Statement {
    lines = List.copyOf(lines);
  }

  /**
   * The statement of a span. If there is a carried balance, then it begins at the {@link
   * CarriedBalance#earliest} moment or later.
   *
   * @param carried what was carried of the account
   * @param all all that was ever decided of the account before {@code until} and is not carried, in
   *     any order; what is later is left out
   * @return the statement, or a balance that is beyond int64: a line is missing, was changed, or is
   *     out of order with another of its time
   */
  public static Either<BigInteger, Statement> of(
      Opening account,
      CarriedBalance carried,
      Optional<Instant> given,
      Optional<Instant> until,
      List<Posting> all,
      Undecided undecided,
      Certainty certainty) {
    Optional<Instant> from =
        carried
            .earliest()
            .map(first -> given.filter(first::isBefore).orElse(first))
            .or(() -> given);
    Currency currency = account.balance().currency();
    BigInteger sum = BigInteger.valueOf(account.balance().minor()).add(carried.sum());
    BigInteger opening = sum;
    List<Line> lines = new ArrayList<>();
    List<Posting> ordered = new ArrayList<>(all);
    ordered.sort(Comparator.comparing(Posting::position));
    for (Posting posting : ordered) {
      Instant at = posting.position().decidedAt();
      if (until.map(at::isBefore).orElse(true)) {
        sum = sum.add(BigInteger.valueOf(posting.effect().minor()));
        if (from.filter(at::isBefore).isPresent()) {
          opening = sum;
        } else if (isBalance(sum)) {
          lines.add(new Line(posting, new Money(sum.longValue(), currency)));
        } else {
          return Either.left(sum);
        }
      }
    }
    if (!isBalance(opening)) {
      return Either.left(opening);
    }
    return Either.right(
        new Statement(
            account,
            from,
            until,
            new Money(opening.longValue(), currency),
            new Money(sum.longValue(), currency),
            lines,
            undecided,
            certainty));
  }

  /** Returns whether an account can have it, and a debit-normal one with the sign turned. */
  private static boolean isBalance(BigInteger sum) {
    return sum.abs().bitLength() < Long.SIZE;
  }

  /**
   * Some of its lines: the opening and the closing balance are those before and after them.
   *
   * @param skip how many lines come before
   * @param most at most so many
   */
  public Statement page(int skip, int most) {
    int first = Math.min(skip, lines.size());
    List<Line> some = lines.subList(first, first + Math.min(most, lines.size() - first));
    Money before = first == 0 ? opening : lines.get(first - 1).balance();
    Money after = some.isEmpty() ? before : some.get(some.size() - 1).balance();
    return new Statement(account, from, until, before, after, some, undecided, certainty);
  }
}
