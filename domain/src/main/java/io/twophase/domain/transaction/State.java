package io.twophase.domain.transaction;

import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The state of a transaction: initial, pending, applied, done; or pending, canceling, canceled. The
 * names are those of MongoDB's tutorial "Perform Two Phase Commits". An authorization is authorized
 * between pending and its decision.
 */
public enum State {
  /** Submitted; nobody has claimed it, and nothing is held. */
  INITIAL,
  /** Somebody holds, or is about to. Undecided. */
  PENDING,
  /** All of it is held, and it waits to be captured or voided. Undecided. */
  AUTHORIZED,
  /** Decided: it happens. Some of it may not be settled yet. */
  APPLIED,
  /** It has happened, all of it. Final. */
  DONE,
  /** Decided: it does not happen. Some of it may not be released yet. */
  CANCELING,
  /** It has not happened, and nothing is held. Final. */
  CANCELED;

  /** Returns whether nothing more can happen to the transaction. */
  public boolean isFinal() {
    return this == DONE || this == CANCELED;
  }

  /** Returns whether the outcome is certain, even where work is left. */
  public boolean isDecided() {
    return this != INITIAL && this != PENDING && this != AUTHORIZED;
  }

  /** Returns whether it is decided that the transaction happens. */
  public boolean isApplied() {
    return this == APPLIED || this == DONE;
  }

  /**
   * The times of the steps of a transaction's record after its begin, by the store's clock. It is
   * for people and reports; no decision of the protocol reads it. It does not grow: of the
   * take-overs it has the last one.
   *
   * @param claimedAt when the first owner made a submitted one its own
   * @param takenOverAt when an owner was last fenced off by another
   * @param authorizedAt when all of an authorization was held
   * @param decidedAt when it was decided: applied, or canceling
   * @param finishedAt when it came to its end: done, or canceled
   */
  public record Timeline(
      Optional<Instant> claimedAt,
      Optional<Instant> takenOverAt,
      Optional<Instant> authorizedAt,
      Optional<Instant> decidedAt,
      Optional<Instant> finishedAt) {

    /** The timeline of a record that was begun, and nothing more. */
    public static final Timeline NONE =
        new Timeline(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** The same steps, each at the time that {@code times} has in place of its own. */
    public Timeline map(UnaryOperator<Instant> times) {
      return new Timeline(
          claimedAt.map(times),
          takenOverAt.map(times),
          authorizedAt.map(times),
          decidedAt.map(times),
          finishedAt.map(times));
    }

    /** Returns the same, of a record that was moved from one state to another. */
    public Timeline moved(State from, State to, Instant at) {
      Optional<Instant> now = Optional.of(at);
      return switch (to) {
        case INITIAL -> this;
        case PENDING ->
            from == State.INITIAL
                ? new Timeline(now, takenOverAt, authorizedAt, decidedAt, finishedAt)
                : new Timeline(claimedAt, now, authorizedAt, decidedAt, finishedAt);
        case AUTHORIZED ->
            from == State.AUTHORIZED
                ? this
                : new Timeline(claimedAt, takenOverAt, now, decidedAt, finishedAt);
        case APPLIED, CANCELING ->
            new Timeline(claimedAt, takenOverAt, authorizedAt, now, finishedAt);
        case DONE, CANCELED -> new Timeline(claimedAt, takenOverAt, authorizedAt, decidedAt, now);
      };
    }
  }
}
