package io.twophase.domain.explorer.participant;

import java.util.Locale;

/** What a write does with a hold. */
enum Verb {
  HOLD,
  STAMP,
  SETTLE,
  RELEASE,
  WITHDRAW;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
