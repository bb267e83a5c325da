package io.twophase.app.batch;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchRetention;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Removes batches that ended long ago: the transfers that name one first, and its record when none
 * is left, so that whoever still finds a transfer finds its batch too. Records of lone transactions
 * are the store's to remove. Safe beside any number of workers and of passes like this.
 * Thread-safe.
 */
public final class Retention {

  private final Option<BatchRepository> batches;

  /** Of one store; nothing is removed from one that has no batches. */
  public Retention(Option<BatchRepository> batches) {
    this.batches = batches;
  }

  /**
   * What a pass has removed.
   *
   * @param transfers how many documents of transfers
   * @param records how many records of batches
   */
  public record Removed(long transfers, long records) {

    private static final Removed NOTHING = new Removed(0, 0);

    private Removed plus(Removed more) {
      return new Removed(transfers + more.transfers, records + more.records);
    }
  }

  /**
   * One pass by the period that the store is set to; nothing where batches are kept for ever.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   * @throws io.twophase.ports.StoreException if it does not permit to remove
   */
  public Removed pass() {
    return batches
        .filter(BatchRepository::hasRecords)
        .flatMap(BatchRepository::keptFor)
        .map(this::pass)
        .getOrElse(Removed.NOTHING);
  }

  /**
   * One pass over batches that have ended: at most {@link TransactionRepository#MAX_LATEST}.
   *
   * @param after how long a batch is kept once it has ended, by the store's clock: longer than any
   *     caller goes on trying, and than any message can be under way
   * @throws IllegalArgumentException if the time is not above zero
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public Removed pass(Duration after) {
    BatchRetention rule = new BatchRetention(after);
    Removed removed = Removed.NOTHING;
    for (BatchRepository there : batches) {
      for (BatchLookup lookup : there.ended(after, TransactionRepository.MAX_LATEST)) {
        removed =
            removed.plus(
                lookup.fold(
                    found -> remove(there, rule, found),
                    absent -> Removed.NOTHING,
                    unreadable -> Removed.NOTHING));
      }
    }
    return removed;
  }

  private static Removed remove(
      BatchRepository there, BatchRetention rule, BatchLookup.Found found) {
    BatchRecord record = found.record();
    Instant now = record.lastModified().plus(found.unmodifiedFor());
    BatchRetention.Removal members = rule.of(record, there.naming(record), now);
    long transfers =
        members.members().isEmpty() ? 0 : matched(there.removeMembers(members.members()));
    // read again whatever was answered: what counts is what is there
    BatchRetention.Removal rest = rule.of(record, there.naming(record), now);
    boolean isRemoved =
        rest.record().isDefined() && there.remove(record.id()) == MatchOutcome.MATCHED;
    return new Removed(transfers, isRemoved ? 1 : 0);
  }

  private static long matched(List<MatchOutcome> outcomes) {
    return outcomes.stream().filter(outcome -> outcome == MatchOutcome.MATCHED).count();
  }
}
