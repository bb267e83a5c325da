package io.twophase.test.contract.transaction;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import java.util.List;

/**
 * Records that are read as they were left, closed ones too. A store may acknowledge that a record
 * was closed before a read shows it; so each is asked for as a majority of the servers has it, and
 * that waits for them.
 */
public final class ClosedByMajority extends ForwardingTransactions {

  /** Those of {@code sound}. */
  public ClosedByMajority(TransactionRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    List<MatchOutcome> outcomes = super.advance(transitions);
    for (int at = 0; at < outcomes.size(); at++) {
      if (transitions.get(at).isClosing() && outcomes.get(at) == MatchOutcome.MATCHED) {
        findLatest(transitions.get(at).transaction());
      }
    }
    return outcomes;
  }
}
