package io.twophase.domain.atomic;

import io.twophase.domain.account.HoldRefusal;
import java.util.function.Function;
import java.util.function.Supplier;

/** What became of a transaction that was run together with others. */
public sealed interface Fate {

  /** What the function for this fate says. */
  <T> T fold(
      Supplier<? extends T> applied,
      Function<? super HoldRefusal, ? extends T> refused,
      Supplier<? extends T> left);

  /** It has happened, all of it. */
  record Applied() implements Fate {
    @Override
    public <T> T fold(
        Supplier<? extends T> applied,
        Function<? super HoldRefusal, ? extends T> refused,
        Supplier<? extends T> left) {
      return applied.get();
    }
  }

  /** An account refused its part for good, so nothing of it has happened. */
  record Refused(HoldRefusal refusal) implements Fate {
    @Override
    public <T> T fold(
        Supplier<? extends T> applied,
        Function<? super HoldRefusal, ? extends T> refused,
        Supplier<? extends T> left) {
      return refused.apply(refusal);
    }
  }

  /** It was not tried: nothing is decided, and nothing of it is stored. */
  record Left() implements Fate {
    @Override
    public <T> T fold(
        Supplier<? extends T> applied,
        Function<? super HoldRefusal, ? extends T> refused,
        Supplier<? extends T> left) {
      return left.get();
    }
  }
}
