package io.twophase.app.statement;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.statement.Statement;
import java.util.function.Function;

/** What became of asking for a statement. */
public sealed interface StatementAnswer {

  /** What the function for this answer says. */
  <T> T fold(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable);

  /** The statement. */
  record Found(Statement statement) implements StatementAnswer {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return found.apply(this);
    }
  }

  /** There is no such account. */
  record Absent(AccountId account) implements StatementAnswer {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return absent.apply(this);
    }
  }

  /** The account cannot be read. */
  record Unreadable(AccountId account, String fault) implements StatementAnswer {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }
  }
}
