package io.twophase.app.statement;

import io.twophase.app.statement.PeriodLookup.Absent;
import io.twophase.app.statement.PeriodLookup.Found;
import io.twophase.app.statement.PeriodLookup.Unreadable;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.account.Period;

/** The answer of a lookup of a period. */
public sealed interface PeriodLookup extends Cases.Of3<Found, Absent, Unreadable> {

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
