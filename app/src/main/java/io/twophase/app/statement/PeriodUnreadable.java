package io.twophase.app.statement;

import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;

/**
 * What is stored under a period's name is no period that can be read.
 *
 * @param period which
 * @param fault what is wrong with it
 */
public record PeriodUnreadable(PeriodName period, String fault) implements Reason {

  /** Its name in machine-readable answers. */
  public static final String KIND = "PeriodUnreadable";

  @Override
  public String message() {
    return "period " + period + " cannot be read: " + fault;
  }
}
