package io.twophase.domain.account;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.AccountOperation;
import java.util.function.Function;

/** Why {@link Account#hold} did not place a hold. */
public sealed interface HoldAnswer {

  /** What the function for this answer says. */
  <T> T fold(
      Function<? super Present, ? extends T> present, Function<? super Denied, ? extends T> denied);

  /**
   * A hold of this transaction is there already.
   *
   * @param epoch the hold's
   * @param held what it is for, which may be another operation than the one asked for
   */
  record Present(Epoch epoch, AccountOperation held) implements HoldAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super Denied, ? extends T> denied) {
      return present.apply(this);
    }
  }

  /** The account's rules do not allow it. */
  record Denied(HoldRefusal refusal) implements HoldAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super Denied, ? extends T> denied) {
      return denied.apply(this);
    }
  }
}
