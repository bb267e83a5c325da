package io.twophase.adapter.mongo.document;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * A record's history on the wire: {@code { state, epoch, application, at }}. A step is written
 * without reading the record, so one that does not know its epoch or application leaves it out: it
 * is that of the step before.
 */
public final class HistoryDocuments {

  private HistoryDocuments() {}

  /** A step, with what is known of it. */
  public static BsonDocument step(
      State state, Option<Epoch> epoch, Option<ApplicationName> application, Instant at) {
    BsonDocument step = new BsonDocument(Field.STATE, StateNames.of(state));
    epoch.forEach(known -> step.append(Field.EPOCH, new BsonInt64(known.value())));
    application.forEach(known -> step.append(Field.APPLICATION, new BsonString(known.value())));
    return step.append(Field.AT, new BsonDateTime(at.toEpochMilli()));
  }

  static BsonArray write(List<HistoryEntry> history) {
    BsonArray array = new BsonArray(history.size());
    for (HistoryEntry entry : history) {
      array.add(step(entry.state(), Option.some(entry.epoch()), entry.application(), entry.at()));
    }
    return array;
  }

  static List<HistoryEntry> read(Fields record) {
    BsonArray array = record.array(Field.HISTORY);
    List<HistoryEntry> history = new ArrayList<>(array.size());
    Epoch epoch = Epoch.NONE;
    Option<ApplicationName> application = Option.none();
    for (int at = 0; at < array.size(); at++) {
      Fields step = record.element(Field.HISTORY, array, at);
      epoch = step.has(Field.EPOCH) ? TransactionCodec.epoch(step) : epoch;
      application =
          step.has(Field.APPLICATION)
              ? Option.some(step.parsed(Field.APPLICATION, ApplicationName::parse))
              : application;
      history.add(
          new HistoryEntry(StateNames.read(step), epoch, application, step.instant(Field.AT)));
    }
    return history;
  }
}
