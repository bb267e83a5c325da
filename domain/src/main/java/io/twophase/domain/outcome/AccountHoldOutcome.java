package io.twophase.domain.outcome;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.vavr.control.Option;
import java.util.function.Function;

/** What a store answers when a hold on an account is to be placed. */
public sealed interface AccountHoldOutcome extends HoldOutcome {

  @Override
  default boolean isHeld() {
    return this instanceof Held;
  }

  @Override
  default boolean isHeldWhole() {
    return this instanceof Held held && held.part().isEmpty();
  }

  @Override
  default boolean isInDoubt() {
    return this instanceof InDoubt;
  }

  @Override
  default <T> T foldTarget(
      Function<? super AccountHoldOutcome, ? extends T> account,
      Function<? super DocumentHoldOutcome, ? extends T> document) {
    return account.apply(this);
  }

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Held, ? extends T> held,
      Function<? super AlreadyHeld, ? extends T> alreadyHeld,
      Function<? super Refused, ? extends T> refused,
      Function<? super InDoubt, ? extends T> inDoubt);

  /**
   * The hold is placed at the epoch asked.
   *
   * @param part of a debit that is at most, what is held; none of any other, which is held whole
   */
  record Held(Option<Debit> part) implements AccountHoldOutcome {
    private static final Held INSTANCE = new Held(Option.none());

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
  record AlreadyHeld(Epoch epoch, AccountOperation held) implements AccountHoldOutcome {
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
  record Refused(HoldRefusal refusal) implements AccountHoldOutcome {
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
  record InDoubt() implements AccountHoldOutcome {
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
  static AccountHoldOutcome held() {
    return Held.INSTANCE;
  }

  /** The hold of a debit that is at most is placed: of so much. */
  static AccountHoldOutcome held(Debit part) {
    return new Held(Option.some(part));
  }

  /** No answer. */
  static AccountHoldOutcome inDoubt() {
    return InDoubt.INSTANCE;
  }
}
