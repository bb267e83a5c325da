package io.twophase.domain.batch;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.range.Range;
import java.util.function.Function;

/** What an account has answered to a batch's hold, as the decision takes it. */
public sealed interface AccountAnswer {

  /** What the function for this answer says. */
  <T> T fold(
      Function<? super Held, ? extends T> held,
      Function<? super Refused, ? extends T> refused,
      Function<? super Busy, ? extends T> busy);

  /**
   * The hold is acknowledged at the deciding epoch.
   *
   * @param range as the account has it
   */
  record Held(Range range) implements AccountAnswer {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Refused, ? extends T> refused,
        Function<? super Busy, ? extends T> busy) {
      return held.apply(this);
    }
  }

  /**
   * The account takes no hold at all: it is missing, frozen, closed, or of another currency, which
   * a majority has confirmed.
   */
  record Refused(HoldRefusal reason) implements AccountAnswer {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Refused, ? extends T> refused,
        Function<? super Busy, ? extends T> busy) {
      return refused.apply(this);
    }
  }

  /**
   * Another holds the account as a whole: its members are left out, so that nobody waits for it.
   */
  record Busy() implements AccountAnswer {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Refused, ? extends T> refused,
        Function<? super Busy, ? extends T> busy) {
      return busy.apply(this);
    }
  }
}
