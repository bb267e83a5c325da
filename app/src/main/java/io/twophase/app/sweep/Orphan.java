package io.twophase.app.sweep;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;

/**
 * A hold of which it is proven that nobody will ever settle it.
 *
 * @param transaction whose it is
 * @param epoch at which it is held
 * @param operation what is held: the account, the direction and the amount
 * @param proof why it is an orphan
 * @param outcome what became of it
 */
public record Orphan(
    TransactionId transaction,
    Epoch epoch,
    AccountOperation operation,
    Proof proof,
    Outcome outcome) {

  /**
   * An orphan, by the hold and the answer of the store to its release.
   *
   * @param leg the hold, as the leg that would be settled
   * @param match whether the release matched
   */
  static Orphan of(Leg leg, Proof proof, MatchOutcome match) {
    Outcome outcome =
        switch (match) {
          case MATCHED -> Outcome.RELEASED;
          case NOT_MATCHED -> Outcome.GONE;
          case IN_DOUBT -> Outcome.IN_DOUBT;
        };
    return new Orphan(leg.transaction(), leg.epoch(), leg.operation(), proof, outcome);
  }

  /** Why a hold is an orphan. */
  public enum Proof {
    /** Its transaction is done or canceled, and finishing comes last. */
    FINISHED,
    /** Its transaction has no record, and now never can have one. */
    NO_RECORD
  }

  /** What became of an orphan. */
  public enum Outcome {
    /** It was released. */
    RELEASED,
    /** Another was faster. */
    GONE,
    /** The store gave no answer; the next scrub finds out. */
    IN_DOUBT
  }
}
