package io.twophase.test.fault;

import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.Transition;

/** What each transition of a record is called. */
final class TransitionWords implements Transition.Cases<String> {

  /** The same for transactions and batches. */
  static final String TAKE_OVER = "take over";

  static final String DECIDE = "decide";
  static final String FINISH = "finish";
  static final String CANCEL = "cancel";

  @Override
  public String claim(Transition.Claim transition) {
    return "claim";
  }

  @Override
  public String takeOver(Transition.TakeOver transition) {
    return TAKE_OVER;
  }

  @Override
  public String decide(Transition.Decide transition) {
    return DECIDE;
  }

  @Override
  public String finish(Transition.Finish transition) {
    return FINISH;
  }

  @Override
  public String beginCancel(Transition.BeginCancel transition) {
    return CANCEL;
  }

  @Override
  public String cancelUnclaimed(Transition.CancelUnclaimed transition) {
    return CANCEL;
  }

  @Override
  public String finishCancel(Transition.FinishCancel transition) {
    return FINISH;
  }

  @Override
  public String authorize(AuthorizationTransition.Authorize transition) {
    return "authorize";
  }

  @Override
  public String approve(AuthorizationTransition.Approve transition) {
    return "approve";
  }

  @Override
  public String capture(AuthorizationTransition.Capture transition) {
    return "capture";
  }

  @Override
  public String voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
    return "void";
  }
}
