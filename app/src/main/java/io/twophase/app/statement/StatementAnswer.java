package io.twophase.app.statement;

import io.twophase.domain.AccountId;
import io.twophase.domain.statement.Statement;
import java.time.Instant;
import java.util.function.Function;

/** The answer to a request for a statement. */
public sealed interface StatementAnswer {

  /** What the function for this answer says. */
  default <T> T fold(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable,
      Function<? super TooEarly, ? extends T> tooEarly) {
    if (this instanceof Found answer) {
      return found.apply(answer);
    }
    if (this instanceof Absent answer) {
      return absent.apply(answer);
    }
    if (this instanceof Unreadable answer) {
      return unreadable.apply(answer);
    }
    return tooEarly.apply((TooEarly) this);
  }

  /** The statement. */
  record Found(Statement statement) implements StatementAnswer {}

  /** There is no such account. */
  record Absent(AccountId account) implements StatementAnswer {}

  /** The account cannot be read. */
  record Unreadable(AccountId account, String fault) implements StatementAnswer {}

  /**
   * The records of that time are removed, or may be by now: their sum is carried.
   *
   * @param asked the moment that was asked for
   * @param earliest the first moment at which the balance is still known
   */
  record TooEarly(AccountId account, Instant asked, Instant earliest) implements StatementAnswer {}
}
