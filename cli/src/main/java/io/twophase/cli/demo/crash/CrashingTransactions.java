package io.twophase.cli.demo.crash;

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

/** Transaction records, as a process reaches them that may be killed after any write. */
public final class CrashingTransactions implements TransactionRepository {

  private final TransactionRepository real;
  private final ProcessLife life;

  public CrashingTransactions(TransactionRepository real, ProcessLife life) {
    this.real = real;
    this.life = life;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return life.oneByOne(
        records,
        real::begin,
        record ->
            outcome ->
                new Write(WriteKind.BEGIN, record.id().value(), outcome == BeginOutcome.BEGUN));
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return life.oneByOne(
        transitions,
        real::advance,
        transition ->
            outcome ->
                new Write(
                    kind(transition),
                    transition.transaction().value(),
                    outcome == MatchOutcome.MATCHED));
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return real.find(ids);
  }

  @Override
  public TransactionLookup findLatest(TransactionId id) {
    return real.findLatest(id);
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    return real.latest(query);
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    return real.unfinished(query);
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    real.scan(consumer);
  }

  private static WriteKind kind(Transition transition) {
    if (transition instanceof Transition.Claim) {
      return WriteKind.CLAIM;
    } else if (transition instanceof Transition.TakeOver) {
      return WriteKind.TAKE_OVER;
    } else if (transition instanceof Transition.Decide) {
      return WriteKind.DECIDE;
    } else if (transition instanceof Transition.Finish) {
      return WriteKind.FINISH;
    }
    return transition instanceof Transition.FinishCancel
        ? WriteKind.FINISH_CANCEL
        : WriteKind.CANCEL;
  }
}
