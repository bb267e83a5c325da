package io.twophase.app.compensation;

import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import java.util.function.Function;

/** What became of a request to cancel. */
public sealed interface CancelOutcome {

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Canceled, ? extends T> canceled,
      Function<? super AlreadyDecided, ? extends T> alreadyDecided,
      Function<? super NotFound, ? extends T> notFound,
      Function<? super Unknown, ? extends T> unknown);

  /**
   * It is canceled, by this request or before: it never happens.
   *
   * @param reason the one that is kept: whoever decided first
   * @param finished whether all of it is known to be released; if not, recovery releases the rest
   */
  record Canceled(CancelReason reason, boolean finished) implements CancelOutcome {
    @Override
    public <T> T fold(
        Function<? super Canceled, ? extends T> canceled,
        Function<? super AlreadyDecided, ? extends T> alreadyDecided,
        Function<? super NotFound, ? extends T> notFound,
        Function<? super Unknown, ? extends T> unknown) {
      return canceled.apply(this);
    }
  }

  /** Too late: it is decided to happen. A reversal compensates it. */
  record AlreadyDecided(State state) implements CancelOutcome {
    @Override
    public <T> T fold(
        Function<? super Canceled, ? extends T> canceled,
        Function<? super AlreadyDecided, ? extends T> alreadyDecided,
        Function<? super NotFound, ? extends T> notFound,
        Function<? super Unknown, ? extends T> unknown) {
      return alreadyDecided.apply(this);
    }
  }

  /** There is no such transaction. */
  record NotFound() implements CancelOutcome {
    @Override
    public <T> T fold(
        Function<? super Canceled, ? extends T> canceled,
        Function<? super AlreadyDecided, ? extends T> alreadyDecided,
        Function<? super NotFound, ? extends T> notFound,
        Function<? super Unknown, ? extends T> unknown) {
      return notFound.apply(this);
    }
  }

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements CancelOutcome {
    @Override
    public <T> T fold(
        Function<? super Canceled, ? extends T> canceled,
        Function<? super AlreadyDecided, ? extends T> alreadyDecided,
        Function<? super NotFound, ? extends T> notFound,
        Function<? super Unknown, ? extends T> unknown) {
      return unknown.apply(this);
    }
  }
}
