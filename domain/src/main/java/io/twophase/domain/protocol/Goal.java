package io.twophase.domain.protocol;

import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import java.util.function.Function;

/** What a worker was asked to do with a transaction. */
public sealed interface Goal {

  /** What the function for this goal says. */
  <T> T fold(
      Function<? super Submit, ? extends T> submit,
      Function<? super Run, ? extends T> run,
      Function<? super Resume, ? extends T> resume,
      Function<? super Abandon, ? extends T> abandon,
      Function<? super Cancel, ? extends T> cancel,
      Function<? super OnAuthorization, ? extends T> onAuthorization);

  /** Store it for anybody to claim, and no more. */
  record Submit(NewTransaction body) implements Goal {
    @Override
    public <T> T fold(
        Function<? super Submit, ? extends T> submit,
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Abandon, ? extends T> abandon,
        Function<? super Cancel, ? extends T> cancel,
        Function<? super OnAuthorization, ? extends T> onAuthorization) {
      return submit.apply(this);
    }
  }

  /**
   * Begin it, if nobody has, and see it decided and finished; or, if it is an authorization, see it
   * authorized.
   */
  record Run(NewTransaction body) implements Goal {
    @Override
    public <T> T fold(
        Function<? super Submit, ? extends T> submit,
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Abandon, ? extends T> abandon,
        Function<? super Cancel, ? extends T> cancel,
        Function<? super OnAuthorization, ? extends T> onAuthorization) {
      return run.apply(this);
    }
  }

  /** Finish what somebody left, going on where it is undecided. */
  record Resume() implements Goal {
    @Override
    public <T> T fold(
        Function<? super Submit, ? extends T> submit,
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Abandon, ? extends T> abandon,
        Function<? super Cancel, ? extends T> cancel,
        Function<? super OnAuthorization, ? extends T> onAuthorization) {
      return resume.apply(this);
    }
  }

  /** Finish what somebody left, canceling it where it is undecided. */
  record Abandon() implements Goal {
    @Override
    public <T> T fold(
        Function<? super Submit, ? extends T> submit,
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Abandon, ? extends T> abandon,
        Function<? super Cancel, ? extends T> cancel,
        Function<? super OnAuthorization, ? extends T> onAuthorization) {
      return abandon.apply(this);
    }
  }

  /** Cancel it, unless it is decided to happen. */
  record Cancel(CancelReason reason) implements Goal {
    @Override
    public <T> T fold(
        Function<? super Submit, ? extends T> submit,
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Abandon, ? extends T> abandon,
        Function<? super Cancel, ? extends T> cancel,
        Function<? super OnAuthorization, ? extends T> onAuthorization) {
      return cancel.apply(this);
    }
  }

  /** Capture it, or approve it: it is an authorization. */
  record OnAuthorization(AuthorizationRequest request) implements Goal {
    @Override
    public <T> T fold(
        Function<? super Submit, ? extends T> submit,
        Function<? super Run, ? extends T> run,
        Function<? super Resume, ? extends T> resume,
        Function<? super Abandon, ? extends T> abandon,
        Function<? super Cancel, ? extends T> cancel,
        Function<? super OnAuthorization, ? extends T> onAuthorization) {
      return onAuthorization.apply(this);
    }
  }
}
