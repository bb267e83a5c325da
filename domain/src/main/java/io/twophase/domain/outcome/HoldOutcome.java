package io.twophase.domain.outcome;

import java.util.function.Function;

/** What a store answers when a hold on an account or on a document is to be placed. */
public sealed interface HoldOutcome permits AccountHoldOutcome, DocumentHoldOutcome {

  /** Whether the hold is placed at the epoch asked. */
  boolean isHeld();

  /** Whether the hold is placed, and of all that was asked. */
  default boolean isHeldWhole() {
    return isHeld();
  }

  /** Whether there was no answer: the hold may be placed, now or later. */
  boolean isInDoubt();

  /** What the function for the kind of thing that was to be held says. */
  <T> T foldTarget(
      Function<? super AccountHoldOutcome, ? extends T> account,
      Function<? super DocumentHoldOutcome, ? extends T> document);
}
