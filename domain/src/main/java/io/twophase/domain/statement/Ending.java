package io.twophase.domain.statement;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The place of a record among those that have ended: by when it ended, then by its id. Retention
 * goes through the records in this order. The place never changes.
 *
 * @param at when the record ended, by the store's clock
 * @param record names it
 */
public record Ending(Instant at, RecordId record) implements Comparable<Ending> {

  private static final Comparator<Ending> ORDER =
      Comparator.comparing(Ending::at).thenComparing(Ending::record);

  /** The place of a record; none if it has not ended, or does not say when. */
  public static Optional<Ending> of(TransactionRecord record) {
    return record.endedAt().map(at -> new Ending(at, record.id()));
  }

  @Override
  public int compareTo(Ending other) {
    return ORDER.compare(this, other);
  }
}
