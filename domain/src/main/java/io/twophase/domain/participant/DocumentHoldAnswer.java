package io.twophase.domain.participant;

import io.twophase.domain.id.Epoch;
import java.util.function.Function;

/** Why a document's rules did not place a hold. */
public sealed interface DocumentHoldAnswer {

  /** What the function for this answer says. */
  <T> T fold(
      Function<? super Present, ? extends T> present,
      Function<? super Busy, ? extends T> busy,
      Function<? super Denied, ? extends T> denied);

  /**
   * A hold of this transaction is there already.
   *
   * @param epoch the hold's
   * @param exactly whether it is for exactly the operation asked for
   */
  record Present(Epoch epoch, boolean exactly) implements DocumentHoldAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Denied, ? extends T> denied) {
      return present.apply(this);
    }
  }

  /** Another transaction's hold keeps this one out, until it ends. */
  record Busy(DocumentHold holder) implements DocumentHoldAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Denied, ? extends T> denied) {
      return busy.apply(this);
    }
  }

  /** The document's rules do not allow it. */
  record Denied(DocumentRefusal refusal) implements DocumentHoldAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Denied, ? extends T> denied) {
      return denied.apply(this);
    }
  }
}
