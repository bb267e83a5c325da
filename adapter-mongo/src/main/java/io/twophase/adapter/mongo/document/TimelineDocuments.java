package io.twophase.adapter.mongo.document;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Instant;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;

/** A record's {@link Timeline} on the wire: a field for each step, which the server stamps. */
public final class TimelineDocuments {

  private TimelineDocuments() {}

  /** The field that says when a record came from one state to another. */
  public static String field(State from, State to) {
    return switch (to) {
      case INITIAL -> Field.CREATED_AT;
      case PENDING -> from == State.INITIAL ? Field.CLAIMED_AT : Field.TAKEN_OVER_AT;
      case AUTHORIZED -> Field.AUTHORIZED_AT;
      case APPLIED, CANCELING -> Field.DECIDED_AT;
      case DONE, CANCELED -> Field.FINISHED_AT;
    };
  }

  /**
   * What is canceled before anybody claims it is decided and ended at once: then the document says
   * both, since decisions are found by their time, and the timeline has the end alone.
   */
  static void write(Transaction transaction, BsonDocument record) {
    Timeline timeline = transaction.timeline();
    boolean isDecidedAtOnce =
        transaction.state() == State.CANCELED
            && transaction.epoch().equals(Epoch.NONE)
            && !transaction.body().isTombstone();
    if (isDecidedAtOnce) {
      append(record, Field.DECIDED_AT, timeline.finishedAt());
    }
    append(record, Field.CLAIMED_AT, timeline.claimedAt());
    append(record, Field.TAKEN_OVER_AT, timeline.takenOverAt());
    append(record, Field.AUTHORIZED_AT, timeline.authorizedAt());
    append(record, Field.DECIDED_AT, timeline.decidedAt());
    append(record, Field.FINISHED_AT, timeline.finishedAt());
  }

  /** The same of a record that nobody has claimed. */
  static Timeline readUnclaimed(Fields record) {
    Timeline timeline = read(record);
    return new Timeline(
        timeline.claimedAt(),
        timeline.takenOverAt(),
        timeline.authorizedAt(),
        Option.none(),
        timeline.finishedAt());
  }

  private static void append(BsonDocument record, String field, Option<Instant> at) {
    at.forEach(known -> record.append(field, new BsonDateTime(known.toEpochMilli())));
  }

  static Timeline read(Fields record) {
    return new Timeline(
        at(record, Field.CLAIMED_AT),
        at(record, Field.TAKEN_OVER_AT),
        at(record, Field.AUTHORIZED_AT),
        at(record, Field.DECIDED_AT),
        at(record, Field.FINISHED_AT));
  }

  private static Option<Instant> at(Fields record, String field) {
    return record.has(field) ? Option.some(record.instant(field)) : Option.none();
  }
}
