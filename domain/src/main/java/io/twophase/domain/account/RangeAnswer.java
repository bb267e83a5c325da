package io.twophase.domain.account;

import io.twophase.domain.range.RangeHold;
import java.util.function.Function;

/** Why {@link AccountRanges#hold} did not place a hold. */
public sealed interface RangeAnswer {

  /** What the function for this answer says. */
  <T> T fold(
      Function<? super Present, ? extends T> present,
      Function<? super OtherBounds, ? extends T> otherBounds,
      Function<? super Refused, ? extends T> refused,
      Function<? super Busy, ? extends T> busy);

  /** A hold of this batch is there already, of whatever epoch. */
  record Present(RangeHold held) implements RangeAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super OtherBounds, ? extends T> otherBounds,
        Function<? super Refused, ? extends T> refused,
        Function<? super Busy, ? extends T> busy) {
      return present.apply(this);
    }
  }

  /**
   * The account has less than is asked for, or more than a reduced hold says that there was. In
   * minor units.
   */
  record OtherBounds(long available, long receivable) implements RangeAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super OtherBounds, ? extends T> otherBounds,
        Function<? super Refused, ? extends T> refused,
        Function<? super Busy, ? extends T> busy) {
      return otherBounds.apply(this);
    }
  }

  /** The account takes no hold at all. */
  record Refused(HoldRefusal reason) implements RangeAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super OtherBounds, ? extends T> otherBounds,
        Function<? super Refused, ? extends T> refused,
        Function<? super Busy, ? extends T> busy) {
      return refused.apply(this);
    }
  }

  /** The account has as many holds as it may. */
  record Busy() implements RangeAnswer {
    @Override
    public <T> T fold(
        Function<? super Present, ? extends T> present,
        Function<? super OtherBounds, ? extends T> otherBounds,
        Function<? super Refused, ? extends T> refused,
        Function<? super Busy, ? extends T> busy) {
      return busy.apply(this);
    }
  }
}
