package io.twophase.app.statement;

import io.twophase.app.statement.StatementAnswer.Absent;
import io.twophase.app.statement.StatementAnswer.Found;
import io.twophase.app.statement.StatementAnswer.TooEarly;
import io.twophase.app.statement.StatementAnswer.Unreadable;
import io.twophase.domain.AccountId;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.statement.Statement;
import java.time.Instant;

/** The answer to a request for a statement. */
public sealed interface StatementAnswer extends Cases.Of4<Found, Absent, Unreadable, TooEarly> {

  /** Returns whether there is a statement. */
  default boolean isFound() {
    return this instanceof Found;
  }

  /**
   * Returns the statement.
   *
   * @throws NotDoneException if there is no account that can be read, or the store no longer has
   *     the records; it has this answer
   */
  default Statement orElseThrow() {
    return fold(
        Found::statement,
        absent -> NotDoneException.raise(this, "there is no account " + absent.account()),
        unreadable ->
            NotDoneException.raise(
                this, "account " + unreadable.account() + " cannot be read: " + unreadable.fault()),
        tooEarly ->
            NotDoneException.raise(
                this,
                "account %s has no balance known before %s"
                    .formatted(tooEarly.account(), tooEarly.earliest())));
  }

  /** The statement. */
  record Found(Statement statement) implements StatementAnswer {}

  /** There is no such account. */
  record Absent(AccountId account) implements StatementAnswer {}

  /** The account cannot be read, or its lines add up to a balance that no int64 holds. */
  record Unreadable(AccountId account, String fault) implements StatementAnswer {}

  /**
   * The records of that time are removed, or may be by now: their sum is carried.
   *
   * @param asked the moment that was asked for
   * @param earliest the first moment at which the balance is still known
   */
  record TooEarly(AccountId account, Instant asked, Instant earliest) implements StatementAnswer {}
}
