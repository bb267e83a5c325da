package io.twophase.domain.transaction;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.Captured;
import java.time.Instant;
import java.util.Optional;

/**
 * The rest of a finished transaction once retention has removed its record: enough to answer the
 * same request again as before, and to refuse another one under its id. It does not say what the
 * transaction did, so nothing can be reversed or listed by it.
 *
 * @param id its id, which stays taken
 * @param digest of what it was asked to do
 * @param reverses of which it was a reversal, if it was one
 * @param epoch the one that its record ended with
 * @param reason why it was canceled; none if it was applied
 * @param moved of one that took as much as there was, how much that was in minor units, where it
 *     was less than was asked for
 * @param attempt which attempt of a function it was, if it was one; with the value that the
 *     function returned, if it was applied
 * @param finishedAt when it came to its end, by the store's clock; of a canceled attempt of a
 *     function, when the last attempt may have come to its own
 */
public record Receipt(
    TransactionId id,
    BodyDigest digest,
    Optional<TransactionId> reverses,
    Epoch epoch,
    Optional<CancelReason> reason,
    Optional<Long> moved,
    Optional<Attempt> attempt,
    Instant finishedAt) {

  /** The receipt of a record, if it says when it came to its end. */
  public static Optional<Receipt> of(Transaction record) {
    return record
        .timeline()
        .finishedAt()
        .map(
            at ->
                new Receipt(
                    record.id(),
                    BodyDigest.of(record.body()),
                    record.body().reverses(),
                    record.epoch(),
                    record.reason(),
                    moved(record),
                    attempt(record),
                    at));
  }

  private static Optional<Long> moved(Transaction record) {
    Captured captured = record.progress().captured();
    return record.body().isAtMost() && !captured.isInFull()
        ? Optional.of(captured.amountOf(record.accountOperations().get(0)))
        : Optional.empty();
  }

  private static Optional<Attempt> attempt(Transaction record) {
    Optional<Attempt> attempt = record.body().labels().attempt();
    return record.reason().isPresent() ? attempt.map(Attempt::withoutValue) : attempt;
  }

  /** This receipt with a period that counts from another time. */
  public Receipt countedFrom(Instant time) {
    return new Receipt(id, digest, reverses, epoch, reason, moved, attempt, time);
  }

  /** Returns whether it happened, and all of it. */
  public boolean isApplied() {
    return reason.isEmpty();
  }

  /**
   * Returns whether it is the answer to {@code asked}: it is of the same, or it only keeps the id
   * from ever being begun.
   */
  public boolean isAnswerTo(NewTransaction asked) {
    return digest.isOf(asked) || isTombstone();
  }

  /** Returns whether it is of nothing, and only keeps the id from ever being begun. */
  public boolean isTombstone() {
    return digest.isOf(NewTransaction.tombstone(id));
  }
}
