package io.twophase.app.statement;

import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import java.util.function.Function;

/** What was found of a period. */
public sealed interface PeriodLookup {

  /** What the function for this lookup says. */
  <T> T fold(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable);

  /** Which period. */
  PeriodName name();

  /** The period, as decided. */
  record Found(Period period) implements PeriodLookup {
    @Override
    public PeriodName name() {
      return period.name();
    }

    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return found.apply(this);
    }
  }

  /** There is none of that name. */
  record Absent(PeriodName name) implements PeriodLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return absent.apply(this);
    }
  }

  /**
   * What is stored under that name is no period that can be read.
   *
   * @param name which period
   * @param fault what is wrong with it
   */
  record Unreadable(PeriodName name, String fault) implements PeriodLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }
  }
}
