package io.twophase.app.audit;

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

/**
 * Records of which one is gone.
 *
 * @param sound all of them
 * @param forgotten which
 * @param mayHaveExpired whether it went as it may
 */
record Forgetful(TransactionRepository sound, TransactionId forgotten, boolean mayHaveExpired)
    implements TransactionRepository {

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return sound.begin(records);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return sound.advance(transitions);
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return sound.find(ids).stream()
        .map(sighting -> isForgotten(sighting) ? new TransactionLookup.Absent(forgotten) : sighting)
        .toList();
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
    sound.scan(
        sighting -> {
          if (!isForgotten(sighting)) {
            consumer.accept(sighting);
          }
        });
  }

  private boolean isForgotten(TransactionLookup sighting) {
    return sighting instanceof TransactionLookup.Found found
        && found.record().id().equals(forgotten);
  }
}
