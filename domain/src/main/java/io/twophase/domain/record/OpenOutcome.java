package io.twophase.domain.record;

import io.twophase.domain.account.OpeningRefusal;
import java.util.function.Function;

/** What a store answers when an account is to be opened. */
public sealed interface OpenOutcome {

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Opened, ? extends T> opened,
      Function<? super AlreadyOpen, ? extends T> alreadyOpen,
      Function<? super Refused, ? extends T> refused,
      Function<? super InDoubt, ? extends T> inDoubt);

  /** The account is there, opened by this call. */
  record Opened() implements OpenOutcome {
    @Override
    public <T> T fold(
        Function<? super Opened, ? extends T> opened,
        Function<? super AlreadyOpen, ? extends T> alreadyOpen,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return opened.apply(this);
    }
  }

  /** The account is there, opened before with the same figures. */
  record AlreadyOpen() implements OpenOutcome {
    @Override
    public <T> T fold(
        Function<? super Opened, ? extends T> opened,
        Function<? super AlreadyOpen, ? extends T> alreadyOpen,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return alreadyOpen.apply(this);
    }
  }

  /** It cannot be opened with these figures. */
  record Refused(OpeningRefusal refusal) implements OpenOutcome {
    @Override
    public <T> T fold(
        Function<? super Opened, ? extends T> opened,
        Function<? super AlreadyOpen, ? extends T> alreadyOpen,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return refused.apply(this);
    }
  }

  /** No answer: the account may be open, now or later. Asking again resolves it. */
  record InDoubt() implements OpenOutcome {
    @Override
    public <T> T fold(
        Function<? super Opened, ? extends T> opened,
        Function<? super AlreadyOpen, ? extends T> alreadyOpen,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return inDoubt.apply(this);
    }
  }
}
