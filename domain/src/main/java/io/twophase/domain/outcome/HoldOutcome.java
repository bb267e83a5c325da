package io.twophase.domain.outcome;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import java.util.function.Function;

/** What a store answers when a hold is to be placed. */
public sealed interface HoldOutcome {

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Held, ? extends T> held,
      Function<? super AlreadyHeld, ? extends T> alreadyHeld,
      Function<? super Refused, ? extends T> refused,
      Function<? super InDoubt, ? extends T> inDoubt);

  /** The hold is placed at the epoch asked. */
  record Held() implements HoldOutcome {
    private static final Held INSTANCE = new Held();

    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super AlreadyHeld, ? extends T> alreadyHeld,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return held.apply(this);
    }
  }

  /**
   * A hold of this transaction is there; nothing was changed. It acknowledges the hold asked for
   * only if it is exactly that: {@code held} at the epoch asked.
   *
   * @param epoch the hold's
   * @param held what it is for, which may be another operation than the one asked for
   */
  record AlreadyHeld(Epoch epoch, Operation held) implements HoldOutcome {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super AlreadyHeld, ? extends T> alreadyHeld,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return alreadyHeld.apply(this);
    }
  }

  /** The account's rules forbid it; nothing was changed. */
  record Refused(HoldRefusal refusal) implements HoldOutcome {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super AlreadyHeld, ? extends T> alreadyHeld,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return refused.apply(this);
    }
  }

  /** No answer: the hold may be placed, now or later. */
  record InDoubt() implements HoldOutcome {
    private static final InDoubt INSTANCE = new InDoubt();

    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super AlreadyHeld, ? extends T> alreadyHeld,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return inDoubt.apply(this);
    }
  }

  /** The hold is placed. */
  static HoldOutcome held() {
    return Held.INSTANCE;
  }

  /** No answer. */
  static HoldOutcome inDoubt() {
    return InDoubt.INSTANCE;
  }
}
