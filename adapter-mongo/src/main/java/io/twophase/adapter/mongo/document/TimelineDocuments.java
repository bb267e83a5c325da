package io.twophase.adapter.mongo.document;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Instant;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * A record's {@link Timeline} on the wire: a field for each step, which the server stamps. Records
 * of the first form also have {@code history}, {@code [{ state, epoch, application, at }]}, to
 * which older releases add each step: it is begun, for those releases ask for it, and read.
 */
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

  /** The steps so far, as older releases ask for them. */
  static BsonArray history(Transaction record) {
    BsonArray history = new BsonArray();
    record
        .history()
        .forEach(
            entry -> {
              BsonDocument step =
                  new BsonDocument(Field.STATE, StateNames.of(entry.state()))
                      .append(Field.EPOCH, new BsonInt64(entry.epoch().value()));
              entry
                  .application()
                  .forEach(name -> step.append(Field.APPLICATION, new BsonString(name.value())));
              history.add(step.append(Field.AT, new BsonDateTime(entry.at().toEpochMilli())));
            });
    return history;
  }

  /** What the fields say, and the history where it is there and says more. */
  static Timeline read(Fields record) {
    Timeline told =
        record.has(Field.HISTORY) ? told(record, record.array(Field.HISTORY)) : Timeline.NONE;
    return new Timeline(
        later(record, Field.CLAIMED_AT, told.claimedAt()),
        later(record, Field.TAKEN_OVER_AT, told.takenOverAt()),
        later(record, Field.AUTHORIZED_AT, told.authorizedAt()),
        later(record, Field.DECIDED_AT, told.decidedAt()),
        // what retention goes by, so the field counts where there is one
        record.has(Field.FINISHED_AT)
            ? Option.some(record.instant(Field.FINISHED_AT))
            : told.finishedAt());
  }

  /** Releases of both kinds may have taken a record over: the last one counts. */
  private static Option<Instant> later(Fields record, String field, Option<Instant> told) {
    if (!record.has(field)) {
      return told;
    }
    Instant written = record.instant(field);
    return told.filter(written::isBefore).orElse(Option.some(written));
  }

  /** Of the tutorial's records, which begin without one, each step is a move. */
  private static Timeline told(Fields record, BsonArray history) {
    Timeline timeline = Timeline.NONE;
    Option<State> before = record.has(Field.VERSION) ? Option.none() : Option.some(State.INITIAL);
    for (int at = 0; at < history.size(); at++) {
      Fields step = record.element(Field.HISTORY, history, at);
      State state = StateNames.read(step);
      Instant then = step.instant(Field.AT);
      if (before.isDefined() || !isBeginning(state, step)) {
        timeline = timeline.moved(before.getOrElse(State.PENDING), state, then);
      }
      before = Option.some(state);
    }
    return timeline;
  }

  /** Where it is not, the first step was a tombstone's, or steps before it were cut off. */
  private static boolean isBeginning(State state, Fields step) {
    boolean isTakeOver =
        step.has(Field.EPOCH) && TransactionCodec.epoch(step).compareTo(Epoch.FIRST) > 0;
    return state == State.INITIAL || (state == State.PENDING && !isTakeOver);
  }
}
