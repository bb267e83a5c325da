package io.twophase.app.simulation.planted;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.domain.transaction.Transition.Decide;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import java.util.List;

/** A planted fault: a record does not say how much there was. */
public final class ForgetfulDecide extends ForwardingTransactions {

  public ForgetfulDecide(TransactionRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return super.advance(transitions.stream().map(ForgetfulDecide::forgetful).toList());
  }

  private static Transition forgetful(Transition transition) {
    return transition instanceof Decide decide
        ? new Decide(decide.transaction(), decide.epoch())
        : transition;
  }
}
