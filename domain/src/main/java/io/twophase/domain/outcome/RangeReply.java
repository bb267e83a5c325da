package io.twophase.domain.outcome;

import io.twophase.domain.account.RangeLook;
import java.util.function.Function;

/** What an account, or the store, answers to an {@link io.twophase.domain.range.RangeRequest}. */
public sealed interface RangeReply {

  /** What the function for this reply says. */
  <T> T fold(
      Function<? super Counted, ? extends T> counted, Function<? super Seen, ? extends T> seen);

  /** Whether the write got no answer. */
  default boolean isInDoubt() {
    return fold(counted -> counted.outcome() == MatchOutcome.IN_DOUBT, seen -> false);
  }

  /** Of a write. */
  record Counted(MatchOutcome outcome) implements RangeReply {
    @Override
    public <T> T fold(
        Function<? super Counted, ? extends T> counted, Function<? super Seen, ? extends T> seen) {
      return counted.apply(this);
    }
  }

  /** Of a read. */
  record Seen(RangeLook look) implements RangeReply {
    @Override
    public <T> T fold(
        Function<? super Counted, ? extends T> counted, Function<? super Seen, ? extends T> seen) {
      return seen.apply(this);
    }
  }
}
