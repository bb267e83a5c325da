package io.twophase.app.transfer;

import io.twophase.domain.reason.Reason;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.TransactionRefusal;
import java.util.function.Function;

/** Why a transfer did not happen, and never will under its id. */
public sealed interface Refusal extends Reason {

  /** What the function for this refusal says. */
  <T> T fold(
      Function<? super Invalid, ? extends T> invalid,
      Function<? super Canceled, ? extends T> canceled,
      Function<? super IdReused, ? extends T> idReused);

  /** It makes no transaction. Nothing was stored. */
  record Invalid(TransactionRefusal refusal) implements Refusal {
    @Override
    public <T> T fold(
        Function<? super Invalid, ? extends T> invalid,
        Function<? super Canceled, ? extends T> canceled,
        Function<? super IdReused, ? extends T> idReused) {
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
        Function<? super IdReused, ? extends T> idReused) {
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

  /** Another transaction has this id. It was left as it is. */
  record IdReused(Transaction existing) implements Refusal {
    @Override
    public <T> T fold(
        Function<? super Invalid, ? extends T> invalid,
        Function<? super Canceled, ? extends T> canceled,
        Function<? super IdReused, ? extends T> idReused) {
      return idReused.apply(this);
    }

    @Override
    public String message() {
      return "transaction " + existing.id() + " exists with other figures";
    }

    @Override
    public String kind() {
      return "IdReused";
    }
  }
}
