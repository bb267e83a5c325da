package io.twophase.adapter.inmemory;

import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The order of the records that a query asks for: by a time that each has, then by id.
 *
 * @param query for records, not for transactions or members
 * @param now by the store's clock
 */
record RecordOrder(RecordQuery query, Instant now) implements Comparator<TransactionRecord> {

  @Override
  public int compare(TransactionRecord one, TransactionRecord other) {
    return Comparator.comparing((TransactionRecord record) -> time(record).orElseThrow())
        .thenComparing(TransactionRecord::id)
        .compare(one, other);
  }

  /** The query's condition: whether {@code record} is among the records that it asks for. */
  boolean asksFor(TransactionRecord record) {
    return time(record)
        .filter(
            at ->
                query.unmodifiedFor().map(since -> !at.plus(since).isAfter(now)).orElse(true)
                    && query
                        .application()
                        .map(
                            name ->
                                record
                                    .owner()
                                    .filter(by -> by.application().equals(name))
                                    .isPresent())
                        .orElse(true)
                    && query.after().map(place -> place.isBefore(at, record.id())).orElse(true))
        .isPresent();
  }

  /** The time by which the query orders the record; none if it does not ask for it. */
  private Optional<Instant> time(TransactionRecord record) {
    State state = record.state();
    return switch (query.kind()) {
      case UNFINISHED ->
          (!state.isFinal() && state != State.AUTHORIZED
              ? Optional.of(record.lastModified())
              : Optional.empty());
      case AUTHORIZED ->
          record.alone().filter(one -> state == State.AUTHORIZED).flatMap(Transaction::expiresAt);
      case ENDED -> record.endedAt();
      case LEAVING_OUT -> record.endedAt().filter(at -> record.leavesOut());
      case LATEST, NAMING -> Optional.empty();
    };
  }
}
