package io.twophase.domain.transaction;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import java.util.List;
import java.util.Optional;

/**
 * A transaction did not happen, and never will under its id. Each case is a record of its own, such
 * as {@link HoldRefusal.InsufficientFunds} or {@link DocumentRefusal.GuardFailed}:
 *
 * <ul>
 *   <li>{@link TransactionRefusal}: the request makes no transaction. Nothing was stored of it, and
 *       the id is as free as it was.
 *   <li>{@link CancelReason}: the transaction was begun, and canceled by the rules of an account, a
 *       document or a period, on request, or by recovery.
 *   <li>{@link IdReused}: another transaction has the id.
 * </ul>
 */
public sealed interface Refusal extends Reason
    permits TransactionRefusal, CancelReason, Refusal.IdReused {

  /**
   * Another transaction has this id, and stays as it is.
   *
   * <p>Then: read which fields differ; a new transaction needs a new id.
   *
   * @param id of both
   * @param existing the one that is there; none if retention has removed its record
   * @param differences in which it is not what was asked for, at least one; if its record was
   *     removed, then there may be none: the digest that is left only tells that something differs
   */
  record IdReused(
      TransactionId id, Optional<Transaction> existing, List<BodyDifference> differences)
      implements Refusal {

    /** Copies the differences. */
    public IdReused {
      differences = List.copyOf(differences);
    }

    /** With what differs from {@code asked}, as far as that is known. */
    public static IdReused by(Optional<Transaction> existing, NewTransaction asked) {
      return new IdReused(
          asked.id(),
          existing,
          existing.map(there -> BodyDifference.between(there.body(), asked)).orElse(List.of()));
    }

    @Override
    public String message() {
      String differ =
          String.join("; ", differences.stream().map(BodyDifference::toString).toList());
      return existing.isPresent()
          ? "transaction " + id + " exists with other figures: " + differ
          : "transaction %s was another one: its record was removed since, and %s"
              .formatted(
                  id,
                  differ.isEmpty()
                      ? "the digest of what it asked for differs"
                      : "differs: " + differ);
    }
  }
}
