package io.twophase.app.simulation.planted;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.AuthorizationTransition.Capture;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import java.util.List;

/** A planted fault: decides on all that is held, whatever was asked for. */
public final class CaptureInFull extends ForwardingTransactions {

  public CaptureInFull(TransactionRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return super.advance(transitions.stream().map(CaptureInFull::inFull).toList());
  }

  private static Transition inFull(Transition transition) {
    return transition instanceof Capture capture
        ? new Capture(
            capture.transaction(),
            capture.epoch(),
            Captured.IN_FULL,
            capture.approvals(),
            capture.owner(),
            capture.token())
        : transition;
  }
}
