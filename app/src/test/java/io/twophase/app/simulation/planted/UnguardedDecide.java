package io.twophase.app.simulation.planted;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import java.util.List;

/** A planted fault: lets an owner decide that has been overtaken. */
public final class UnguardedDecide extends ForwardingTransactions {

  public UnguardedDecide(TransactionRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return super.advance(transitions.stream().map(this::unguarded).toList());
  }

  private Transition unguarded(Transition transition) {
    return transition instanceof Transition.Decide
            && find(List.of(transition.transaction())).get(0)
                instanceof TransactionLookup.Found found
        ? new Transition.Decide(transition.transaction(), found.record().epoch())
        : transition;
  }
}
