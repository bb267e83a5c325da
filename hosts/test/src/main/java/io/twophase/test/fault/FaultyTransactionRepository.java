package io.twophase.test.fault;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import java.util.List;
import java.util.function.Consumer;

/** Transaction records whose writes go wrong where {@link Faults} are planned. */
final class FaultyTransactionRepository implements TransactionRepository {

  private final TransactionRepository sound;
  private final Faults faults;

  FaultyTransactionRepository(TransactionRepository sound, Faults faults) {
    this.sound = sound;
    this.faults = faults;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return faults.strike(WriteKind.BEGIN, records, sound::begin, BeginOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return faults.strike(WriteKind.ADVANCE, transitions, sound::advance, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return sound.find(ids);
  }

  @Override
  public TransactionLookup findLatest(TransactionId id) {
    return sound.findLatest(id);
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    return sound.latest(query);
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    return sound.unfinished(query);
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    sound.scan(consumer);
  }

  @Override
  public boolean mayHaveExpired() {
    return sound.mayHaveExpired();
  }
}
