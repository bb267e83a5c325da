package io.twophase.domain.batch.record;

import io.twophase.domain.transaction.CancelReason;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where a member of a batch is, as the record of the batch that it names says. */
public sealed interface MemberState {

  /** What the function for this state says. */
  <T> T fold(
      Supplier<? extends T> pending,
      Supplier<? extends T> leftOut,
      Function<? super Applied, ? extends T> applied,
      Function<? super Canceled, ? extends T> canceled);

  /** Undecided. */
  record Pending() implements MemberState {
    @Override
    public <T> T fold(
        Supplier<? extends T> pending,
        Supplier<? extends T> leftOut,
        Function<? super Applied, ? extends T> applied,
        Function<? super Canceled, ? extends T> canceled) {
      return pending.get();
    }
  }

  /** The batch does not decide it: it goes on in another batch, or alone. */
  record LeftOut() implements MemberState {
    @Override
    public <T> T fold(
        Supplier<? extends T> pending,
        Supplier<? extends T> leftOut,
        Function<? super Applied, ? extends T> applied,
        Function<? super Canceled, ? extends T> canceled) {
      return leftOut.get();
    }
  }

  /**
   * Decided: it happens.
   *
   * @param done whether all of its batch is settled
   */
  record Applied(boolean done) implements MemberState {
    @Override
    public <T> T fold(
        Supplier<? extends T> pending,
        Supplier<? extends T> leftOut,
        Function<? super Applied, ? extends T> applied,
        Function<? super Canceled, ? extends T> canceled) {
      return applied.apply(this);
    }
  }

  /** Decided: it does not happen. */
  record Canceled(CancelReason reason) implements MemberState {
    @Override
    public <T> T fold(
        Supplier<? extends T> pending,
        Supplier<? extends T> leftOut,
        Function<? super Applied, ? extends T> applied,
        Function<? super Canceled, ? extends T> canceled) {
      return canceled.apply(this);
    }
  }
}
