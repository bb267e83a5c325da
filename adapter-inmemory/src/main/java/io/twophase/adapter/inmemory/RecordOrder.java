package io.twophase.adapter.inmemory;

import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Comparator;

/**
 * The order of the records that a query asks for: by a time that each has, then by id.
 *
 * @param query for records, not for transactions or members
 * @param now by the store's clock
 */
record RecordOrder(RecordQuery query, Instant now) implements Comparator<TransactionRecord> {

  @Override
  public int compare(TransactionRecord one, TransactionRecord other) {
    return Comparator.comparing((TransactionRecord record) -> time(record).get())
        .thenComparing(TransactionRecord::id)
        .compare(one, other);
  }

  /** The query's condition: whether {@code record} is among the records that it asks for. */
  boolean asksFor(TransactionRecord record) {
    return time(record)
        .exists(
            at ->
                query.unmodifiedFor().forAll(since -> !at.plus(since).isAfter(now))
                    && query
                        .application()
                        .forAll(name -> record.owner().exists(by -> by.application().equals(name)))
                    && query.after().forAll(place -> place.isBefore(at, record.id())));
  }

  /** The time by which the query orders the record; none if it does not ask for it. */
  private Option<Instant> time(TransactionRecord record) {
    State state = record.state();
    return switch (query.kind()) {
      case UNFINISHED ->
          Option.when(!state.isFinal() && state != State.AUTHORIZED, record::lastModified);
      case AUTHORIZED ->
          record.alone().filter(one -> state == State.AUTHORIZED).flatMap(Transaction::expiresAt);
      case ENDED -> record.endedAt();
      case LEAVING_OUT -> record.endedAt().filter(at -> record.leavesOut());
      case LATEST, NAMING -> Option.none();
    };
  }
}
