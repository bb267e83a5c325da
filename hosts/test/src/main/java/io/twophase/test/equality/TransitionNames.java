package io.twophase.test.equality;

import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.Transition;

/** The name of each kind of transition where answers are counted. */
final class TransitionNames implements Transition.Cases<String> {

  @Override
  public String claim(Transition.Claim transition) {
    return "Claim";
  }

  @Override
  public String takeOver(Transition.TakeOver transition) {
    return "TakeOver";
  }

  @Override
  public String decide(Transition.Decide transition) {
    return "Decide";
  }

  @Override
  public String finish(Transition.Finish transition) {
    return "Finish";
  }

  @Override
  public String beginCancel(Transition.BeginCancel transition) {
    return "BeginCancel";
  }

  @Override
  public String cancelUnclaimed(Transition.CancelUnclaimed transition) {
    return "CancelUnclaimed";
  }

  @Override
  public String finishCancel(Transition.FinishCancel transition) {
    return "FinishCancel";
  }

  @Override
  public String authorize(AuthorizationTransition.Authorize transition) {
    return "Authorize";
  }

  @Override
  public String approve(AuthorizationTransition.Approve transition) {
    return "Approve";
  }

  @Override
  public String capture(AuthorizationTransition.Capture transition) {
    return "Capture";
  }

  @Override
  public String voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
    return "VoidAuthorization";
  }
}
