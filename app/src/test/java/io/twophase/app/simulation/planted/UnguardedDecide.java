package io.twophase.app.simulation.planted;

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

/** A planted fault: lets an owner decide that has been overtaken. */
public final class UnguardedDecide implements TransactionRepository {

  private final TransactionRepository sound;

  public UnguardedDecide(TransactionRepository sound) {
    this.sound = sound;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return sound.begin(records);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return sound.advance(transitions.stream().map(this::unguarded).toList());
  }

  private Transition unguarded(Transition transition) {
    return transition instanceof Transition.Decide
            && find(List.of(transition.transaction())).get(0)
                instanceof TransactionLookup.Found found
        ? new Transition.Decide(transition.transaction(), found.record().epoch())
        : transition;
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
}
