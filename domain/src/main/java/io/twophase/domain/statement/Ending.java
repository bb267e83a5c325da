package io.twophase.domain.statement;

import io.twophase.domain.event.RecordId;
import io.twophase.domain.outcome.TransactionLookup;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * Where a record that has ended stands among those of its kind: by when it ended, then by its id.
 * Retention goes through the records in this order. It never changes once the record has ended.
 *
 * @param at when it ended, by the store's clock
 * @param record the record of a lone transaction, or of a batch
 */
public record Ending(Instant at, RecordId record) {

  /** Of the record that decided a transaction; none if it has not ended, or does not say when. */
  public static Option<Ending> of(TransactionLookup.Found found) {
    return Option.when(found.record().state().isFinal(), found.record().timeline().finishedAt())
        .flatMap(ended -> ended)
        .map(
            ended ->
                new Ending(
                    ended,
                    found
                        .batch()
                        .<RecordId>map(RecordId.OfBatch::new)
                        .getOrElse(() -> new RecordId.OfTransaction(found.record().id()))));
  }

  /** Whether it is the record of a batch. */
  public boolean isOfBatch() {
    return record.fold(lone -> false, batch -> true, unreadable -> false);
  }

  /**
   * Whether it comes after another.
   *
   * @throws IllegalArgumentException if that is not of its kind
   */
  public boolean isAfter(Ending other) {
    int byId =
        record.fold(
            id -> other.record.fold(id::compareTo, batch -> otherKind(other), this::otherKind),
            id -> other.record.fold(lone -> otherKind(other), id::compareTo, this::otherKind),
            unreadable -> otherKind(other));
    int later = at.compareTo(other.at);
    return later > 0 || (later == 0 && byId > 0);
  }

  private int otherKind(Ending other) {
    return otherKind(other.record);
  }

  private int otherKind(Object other) {
    throw new IllegalArgumentException(record + " and " + other + " are not of one kind");
  }
}
