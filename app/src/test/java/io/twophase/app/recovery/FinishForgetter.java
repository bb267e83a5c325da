package io.twophase.app.recovery;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import java.util.Collections;
import java.util.List;

/** Records that are open again after they were closed, as a failover may leave them. */
final class FinishForgetter extends ForwardingTransactions {

  private boolean forgets = true;

  FinishForgetter(TransactionRepository sound) {
    super(sound);
  }

  /** From now on records stay closed. */
  void remember() {
    forgets = false;
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return forgets && transitions.stream().allMatch(Transition::isClosing)
        ? Collections.nCopies(transitions.size(), MatchOutcome.MATCHED)
        : super.advance(transitions);
  }
}
