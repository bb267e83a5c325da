package io.twophase.domain.event;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An action is in the log with its outcome.
 *
 * @param action what was asked for
 * @param begunAt when, by the store's clock, in whole milliseconds
 * @param outcome what became of it; none as long as that is not known
 * @param finishedAt when that became known, by the store's clock; there if and only if the outcome
 *     is
 */
public record LoggedAction(
    OperatorAction action,
    Instant begunAt,
    Optional<ActionOutcome> outcome,
    Optional<Instant> finishedAt) {

  /**
   * @throws IllegalArgumentException if it has an outcome and no end, or an end and no outcome
   */
  public LoggedAction {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(begunAt, "begunAt");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(finishedAt, "finishedAt");
    if (outcome.isPresent() != finishedAt.isPresent()) {
      throw new IllegalArgumentException(
          "action " + action.id() + ": outcome " + outcome + ", finished at " + finishedAt);
    }
  }

  /** An action that was begun, and of which no more is known. */
  public static LoggedAction begun(OperatorAction action, Instant at) {
    return new LoggedAction(action, at, Optional.empty(), Optional.empty());
  }
}
