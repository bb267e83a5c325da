package io.twophase.domain.record;

import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Account;
import java.util.function.Function;

/** What a store answers when an account's status is to change. */
public sealed interface StatusOutcome {

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Changed, ? extends T> changed,
      Function<? super Refused, ? extends T> refused,
      Function<? super InDoubt, ? extends T> inDoubt);

  /** The account has the status asked, by this call or from before. */
  record Changed(Account account) implements StatusOutcome {
    @Override
    public <T> T fold(
        Function<? super Changed, ? extends T> changed,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return changed.apply(this);
    }
  }

  /** Its rules forbid the change; nothing was changed. */
  record Refused(StatusRefusal refusal) implements StatusOutcome {
    @Override
    public <T> T fold(
        Function<? super Changed, ? extends T> changed,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return refused.apply(this);
    }
  }

  /** No answer: it may have changed, or may yet. Asking again resolves it. */
  record InDoubt() implements StatusOutcome {
    @Override
    public <T> T fold(
        Function<? super Changed, ? extends T> changed,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return inDoubt.apply(this);
    }
  }
}
