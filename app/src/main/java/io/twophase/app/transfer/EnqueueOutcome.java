package io.twophase.app.transfer;

import java.util.function.Function;

/** What became of a transfer that was to be stored for any process to run. */
public sealed interface EnqueueOutcome {

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Enqueued, ? extends T> enqueued,
      Function<? super Refused, ? extends T> refused,
      Function<? super NotAsked, ? extends T> notAsked,
      Function<? super Unknown, ? extends T> unknown);

  /** It is stored, by this call or before, and somebody may be at it already. */
  record Enqueued() implements EnqueueOutcome {
    @Override
    public <T> T fold(
        Function<? super Enqueued, ? extends T> enqueued,
        Function<? super Refused, ? extends T> refused,
        Function<? super NotAsked, ? extends T> notAsked,
        Function<? super Unknown, ? extends T> unknown) {
      return enqueued.apply(this);
    }
  }

  /** It makes no transaction, or its id is another's. Nothing was stored. */
  record Refused(Refusal refusal) implements EnqueueOutcome {
    @Override
    public <T> T fold(
        Function<? super Enqueued, ? extends T> enqueued,
        Function<? super Refused, ? extends T> refused,
        Function<? super NotAsked, ? extends T> notAsked,
        Function<? super Unknown, ? extends T> unknown) {
      return refused.apply(this);
    }
  }

  /**
   * Nothing was sent to the store, since these transfers were closed.
   *
   * @param why what kept it from being asked
   */
  record NotAsked(String why) implements EnqueueOutcome {
    @Override
    public <T> T fold(
        Function<? super Enqueued, ? extends T> enqueued,
        Function<? super Refused, ? extends T> refused,
        Function<? super NotAsked, ? extends T> notAsked,
        Function<? super Unknown, ? extends T> unknown) {
      return notAsked.apply(this);
    }
  }

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements EnqueueOutcome {
    @Override
    public <T> T fold(
        Function<? super Enqueued, ? extends T> enqueued,
        Function<? super Refused, ? extends T> refused,
        Function<? super NotAsked, ? extends T> notAsked,
        Function<? super Unknown, ? extends T> unknown) {
      return unknown.apply(this);
    }
  }
}
