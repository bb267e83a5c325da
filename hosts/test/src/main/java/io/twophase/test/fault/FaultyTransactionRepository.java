package io.twophase.test.fault;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import java.util.List;

/** Transaction records whose writes go wrong where {@link Faults} are planned. */
final class FaultyTransactionRepository extends ForwardingTransactions {

  private final Faults faults;

  FaultyTransactionRepository(TransactionRepository sound, Faults faults) {
    super(sound);
    this.faults = faults;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return faults.strike(
        WriteKind.BEGIN,
        records,
        record -> Touch.of(WriteKind.BEGIN, record.id()),
        super::begin,
        BeginOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return faults.strike(
        WriteKind.ADVANCE, transitions, Touch::of, super::advance, MatchOutcome.IN_DOUBT);
  }
}
