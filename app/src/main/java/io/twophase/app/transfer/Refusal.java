package io.twophase.app.transfer;

import io.twophase.domain.reason.Reason;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.TransactionRefusal;
import java.util.List;
import java.util.function.Function;

/**
 * Why a transaction did not happen, and never will under its id. Where nothing was stored of it,
 * the id is as free as it was.
 */
public sealed interface Refusal extends Reason {

  /** What the function for this refusal says. */
  <T> T fold(
      Function<? super Invalid, ? extends T> invalid,
      Function<? super Canceled, ? extends T> canceled,
      Function<? super IdReused, ? extends T> idReused,
      Function<? super VersionNotAllowed, ? extends T> versionNotAllowed);

  /** It makes no transaction. Nothing was stored. */
  record Invalid(TransactionRefusal refusal) implements Refusal {
    @Override
    public <T> T fold(
        Function<? super Invalid, ? extends T> invalid,
        Function<? super Canceled, ? extends T> canceled,
        Function<? super IdReused, ? extends T> idReused,
        Function<? super VersionNotAllowed, ? extends T> versionNotAllowed) {
      return invalid.apply(this);
    }

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
    public <T> T fold(
        Function<? super Invalid, ? extends T> invalid,
        Function<? super Canceled, ? extends T> canceled,
        Function<? super IdReused, ? extends T> idReused,
        Function<? super VersionNotAllowed, ? extends T> versionNotAllowed) {
      return canceled.apply(this);
    }

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
   * @param existing the one that is there
   * @param differences in which it is not what was asked for; at least one
   */
  record IdReused(Transaction existing, List<BodyDifference> differences) implements Refusal {

    /** Copies the differences. */
    public IdReused {
      differences = List.copyOf(differences);
    }

    /** With what differs from {@code asked}. */
    public static IdReused by(Transaction existing, NewTransaction asked) {
      return new IdReused(existing, BodyDifference.between(existing.body(), asked));
    }

    @Override
    public <T> T fold(
        Function<? super Invalid, ? extends T> invalid,
        Function<? super Canceled, ? extends T> canceled,
        Function<? super IdReused, ? extends T> idReused,
        Function<? super VersionNotAllowed, ? extends T> versionNotAllowed) {
      return idReused.apply(this);
    }

    @Override
    public String message() {
      return "transaction "
          + existing.id()
          + " exists with other figures: "
          + String.join("; ", differences.stream().map(BodyDifference::toString).toList());
    }

    @Override
    public String kind() {
      return "IdReused";
    }
  }

  /**
   * Its record has to be of the form {@code v: 2}, or as an authorization's {@code v: 3}, which
   * older releases cannot read, and the store does not allow it yet. Nothing was stored: once it is
   * allowed, the same can be asked again.
   */
  record VersionNotAllowed() implements Refusal {
    @Override
    public <T> T fold(
        Function<? super Invalid, ? extends T> invalid,
        Function<? super Canceled, ? extends T> canceled,
        Function<? super IdReused, ? extends T> idReused,
        Function<? super VersionNotAllowed, ? extends T> versionNotAllowed) {
      return versionNotAllowed.apply(this);
    }

    @Override
    public String message() {
      return "its record would be of the form v: 2 or v: 3, which older releases cannot read and this"
          + " store does not allow yet; nothing was written. When no process is of an older release any"
          + " more, MongoStore.allowVersion2() or the command store allow-version2 allows it, and"
          + " the same can be asked again";
    }

    @Override
    public String kind() {
      return "VersionNotAllowed";
    }
  }
}
