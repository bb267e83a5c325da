package io.twophase.app.statement;

import static io.vavr.API.$;
import static io.vavr.API.Case;
import static io.vavr.API.Match;
import static io.vavr.Predicates.instanceOf;

import io.twophase.domain.NotDoneException;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.account.Period;
import java.util.function.Function;

/** The answer of a lookup of a period. */
public sealed interface PeriodLookup {

  /** Returns what the function for this lookup says. */
  default <T> T fold(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable) {
    return Match(this)
        .of(
            Case($(instanceOf(Found.class)), found),
            Case($(instanceOf(Absent.class)), absent),
            Case($(instanceOf(Unreadable.class)), unreadable));
  }

  /** Returns whether there is a period that can be read. */
  default boolean isFound() {
    return this instanceof Found;
  }

  /**
   * Returns the period.
   *
   * @throws NotDoneException if there is none that can be read; it has this lookup
   */
  default Period orElseThrow() {
    return fold(
        Found::period,
        absent -> NotDoneException.raise(this, "there is no period " + absent.name()),
        unreadable -> NotDoneException.raise(this, unreadable));
  }

  /** Returns which period. */
  PeriodName name();

  /** The period, as decided. */
  record Found(Period period) implements PeriodLookup {
    @Override
    public PeriodName name() {
      return period.name();
    }
  }

  /** There is none of that name. */
  record Absent(PeriodName name) implements PeriodLookup {}

  /**
   * The document under that name is no period that can be read.
   *
   * @param name which period
   * @param fault what is wrong with it
   */
  @Line("period %s cannot be read: %s")
  record Unreadable(PeriodName name, String fault) implements PeriodLookup, Reason {
    @Override
    public String kind() {
      return "PeriodUnreadable";
    }
  }
}
