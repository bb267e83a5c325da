package io.twophase.adapter.mongo.record;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.vavr.control.Option;
import java.time.Instant;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;

/**
 * A record's {@link Timeline} on the wire: a field for each step, which the server stamps. The
 * record of one ends at {@code finishedAt}, the record of several at {@code endedAt}: a server may
 * remove by its age only the former.
 */
final class RecordTimes {

  private RecordTimes() {}

  /** The field that says when a record ended. */
  static String end(boolean isOfSeveral) {
    return isOfSeveral ? Field.ENDED_AT : Field.FINISHED_AT;
  }

  /** The fields that the server dates as a transition takes effect. */
  static BsonDocument stamps(Transition transition) {
    BsonDocument stamps = new BsonDocument(Field.LAST_MODIFIED, BsonBoolean.TRUE);
    State from = transition.from();
    boolean isStep = from != transition.to() || transition.kind() == Transition.Kind.ACQUIRE;
    if (isStep) {
      stamps.append(step(from, transition.to(), transition.record().isOfMany()), BsonBoolean.TRUE);
    }
    if (from == State.INITIAL && transition.to().isFinal()) {
      stamps.append(Field.DECIDED_AT, BsonBoolean.TRUE);
    }
    return stamps;
  }

  /** The fields that the server dates as it makes a record of a member's document. */
  static BsonDocument stamps(TransactionRecord alone) {
    BsonDocument stamps = new BsonDocument();
    write(alone, stamps);
    stamps.append(Field.CREATED_AT, BsonBoolean.TRUE).append(Field.LAST_MODIFIED, BsonBoolean.TRUE);
    stamps.replaceAll((field, date) -> BsonBoolean.TRUE);
    return stamps;
  }

  private static String step(State from, State to, boolean isOfSeveral) {
    return switch (to) {
      case INITIAL -> Field.CREATED_AT;
      case PENDING -> from == State.INITIAL ? Field.CLAIMED_AT : Field.TAKEN_OVER_AT;
      case AUTHORIZED -> Field.AUTHORIZED_AT;
      case APPLIED, CANCELING -> Field.DECIDED_AT;
      case DONE, CANCELED -> end(isOfSeveral);
    };
  }

  /**
   * Writes the steps. A record that is canceled before a worker claims it is decided and ended at
   * once: then the document says both, since decisions are found by their time, and the timeline
   * has the end alone.
   */
  static void write(TransactionRecord record, BsonDocument document) {
    Timeline timeline = record.timeline();
    append(document, Field.CLAIMED_AT, timeline.claimedAt());
    append(document, Field.TAKEN_OVER_AT, timeline.takenOverAt());
    append(document, Field.AUTHORIZED_AT, timeline.authorizedAt());
    append(
        document,
        Field.DECIDED_AT,
        isCanceledUnclaimed(record) ? timeline.finishedAt() : timeline.decidedAt());
    append(document, end(record.id().isOfMany()), timeline.finishedAt());
  }

  private static boolean isCanceledUnclaimed(TransactionRecord record) {
    return record.state() == State.CANCELED
        && record.epoch().equals(Epoch.NONE)
        && !record.isTombstone();
  }

  private static void append(BsonDocument document, String field, Option<Instant> at) {
    at.forEach(known -> document.append(field, new BsonDateTime(known.toEpochMilli())));
  }

  /** The steps of a record whose end is in the field {@code end}. */
  static Timeline read(Fields record, String end) {
    boolean isUnclaimed = RecordCodec.epoch(record).equals(Epoch.NONE);
    return new Timeline(
        date(record, Field.CLAIMED_AT),
        date(record, Field.TAKEN_OVER_AT),
        date(record, Field.AUTHORIZED_AT),
        isUnclaimed ? Option.none() : date(record, Field.DECIDED_AT),
        date(record, end));
  }

  private static Option<Instant> date(Fields record, String field) {
    return Option.when(record.has(field), () -> record.instant(field));
  }
}
