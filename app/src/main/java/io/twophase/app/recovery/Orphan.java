package io.twophase.app.recovery;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.record.MatchOutcome;
import java.util.Currency;
import java.util.Optional;

/**
 * A hold of which it is proven that nobody will ever settle it. If it holds a document that is only
 * a placeholder, then the placeholder goes with it.
 *
 * @param held the hold, and the target that has it
 * @param proof the proof that it {@linkplain HoldProof#isOrphan is an orphan}
 * @param outcome what became of it
 */
public record Orphan(Held held, HoldProof proof, Outcome outcome) {

  /** The transaction that it was placed for; of the hold of several, their batch's id. */
  public TransactionId transaction() {
    return held.hold().transaction();
  }

  /** The ends of an orphan. */
  public enum Outcome {
    /** It was released. */
    RELEASED,
    /** Another was faster, or an earlier call of the same scrub that has failed. */
    GONE,
    /** The store gave no answer; the next scrub finds out. */
    IN_DOUBT;

    /** By the store's answer to the release. */
    static Outcome of(MatchOutcome match) {
      return switch (match) {
        case MATCHED -> RELEASED;
        case NOT_MATCHED -> GONE;
        case IN_DOUBT -> IN_DOUBT;
      };
    }
  }

  /**
   * A hold as a sweep has seen it.
   *
   * @param target the account or the document that has it
   * @param hold what its record holds there
   * @param currency of an account: the hold's amounts are in its minor units
   */
  public record Held(Target target, Hold hold, Optional<Currency> currency) {

    static Held of(Stored stored, Hold hold) {
      return new Held(
          stored.target(),
          hold,
          stored.fold(account -> Optional.of(account.currency()), document -> Optional.empty()));
    }
  }
}
