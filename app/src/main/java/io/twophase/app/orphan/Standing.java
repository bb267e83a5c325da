package io.twophase.app.orphan;

import io.twophase.domain.outcome.TransactionLookup;
import java.util.function.Function;

/** What a transaction's record says of a hold of it. */
public sealed interface Standing {

  /** What the function for this standing says. */
  <T> T fold(
      Function<? super Orphaned, ? extends T> orphaned,
      Function<? super Unsettled, ? extends T> unsettled,
      Function<? super Alive, ? extends T> alive,
      Function<? super Unproven, ? extends T> unproven);

  /** Nobody will ever settle it: whoever knows this may withdraw it, at its epoch. */
  record Orphaned(Proof why) implements Standing {
    @Override
    public <T> T fold(
        Function<? super Orphaned, ? extends T> orphaned,
        Function<? super Unsettled, ? extends T> unsettled,
        Function<? super Alive, ? extends T> alive,
        Function<? super Unproven, ? extends T> unproven) {
      return orphaned.apply(this);
    }
  }

  /**
   * Its transaction is done at the very epoch of the hold. By rules 1, 4 and 6 it was settled, so
   * it was gone before the record was read; or, if it is still there, its settle has missed it, and
   * what it stands for has not happened. Nobody may withdraw it.
   */
  record Unsettled() implements Standing {
    @Override
    public <T> T fold(
        Function<? super Orphaned, ? extends T> orphaned,
        Function<? super Unsettled, ? extends T> unsettled,
        Function<? super Alive, ? extends T> alive,
        Function<? super Unproven, ? extends T> unproven) {
      return unsettled.apply(this);
    }
  }

  /** Its transaction is not finished, and may yet settle it. */
  record Alive(TransactionLookup.Found record) implements Standing {
    @Override
    public <T> T fold(
        Function<? super Orphaned, ? extends T> orphaned,
        Function<? super Unsettled, ? extends T> unsettled,
        Function<? super Alive, ? extends T> alive,
        Function<? super Unproven, ? extends T> unproven) {
      return alive.apply(this);
    }
  }

  /** Its record cannot be read, or had no certain answer: nothing is proven, it stays. */
  record Unproven() implements Standing {
    @Override
    public <T> T fold(
        Function<? super Orphaned, ? extends T> orphaned,
        Function<? super Unsettled, ? extends T> unsettled,
        Function<? super Alive, ? extends T> alive,
        Function<? super Unproven, ? extends T> unproven) {
      return unproven.apply(this);
    }
  }
}
