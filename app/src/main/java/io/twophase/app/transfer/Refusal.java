package io.twophase.app.transfer;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;

/**
 * Why a transaction did not happen, and never will under its id. Where nothing was stored of it,
 * the id is as free as it was.
 */
public sealed interface Refusal extends Reason {

  /** What the function for this refusal says. */
  default <T> T fold(
      Function<? super Invalid, ? extends T> invalid,
      Function<? super Canceled, ? extends T> canceled,
      Function<? super IdReused, ? extends T> idReused) {
    if (this instanceof Invalid refusal) {
      return invalid.apply(refusal);
    }
    if (this instanceof Canceled refusal) {
      return canceled.apply(refusal);
    }
    return idReused.apply((IdReused) this);
  }

  /** It makes no transaction. Nothing was stored. */
  record Invalid(TransactionRefusal refusal) implements Refusal {

    @Override
    public String message() {
      return refusal.message();
    }

    @Override
    public String kind() {
      return refusal.kind();
    }
  }

  /** It was begun, and canceled: by an account's rules, on request, or by recovery. */
  record Canceled(CancelReason reason) implements Refusal {

    @Override
    public String message() {
      return reason.message();
    }

    @Override
    public String kind() {
      return reason.kind();
    }
  }

  /**
   * Another transaction has this id. It was left as it is.
   *
   * @param id of both
   * @param existing the one that is there; none if retention has removed its record
   * @param differences in which it is not what was asked for, at least one; none if its record was
   *     removed: a digest of it is left, which only tells that something differs
   */
  record IdReused(TransactionId id, Option<Transaction> existing, List<BodyDifference> differences)
      implements Refusal {

    /** Copies the differences. */
    public IdReused {
      differences = List.copyOf(differences);
    }

    /** With what differs from {@code asked}, as far as that is known. */
    public static IdReused by(Option<Transaction> existing, NewTransaction asked) {
      return new IdReused(
          asked.id(),
          existing,
          existing.map(there -> BodyDifference.between(there.body(), asked)).getOrElse(List.of()));
    }

    @Override
    public String message() {
      if (existing.isEmpty()) {
        return "transaction "
            + id
            + " was another one: its record was removed since, and the digest of what it asked for"
            + " differs";
      }
      return "transaction "
          + id
          + " exists with other figures: "
          + String.join("; ", differences.stream().map(BodyDifference::toString).toList());
    }

    @Override
    public String kind() {
      return "IdReused";
    }
  }
}
