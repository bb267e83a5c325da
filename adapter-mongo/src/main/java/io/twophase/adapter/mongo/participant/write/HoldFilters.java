package io.twophase.adapter.mongo.participant.write;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.element.HoldField;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.DocumentHold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What a document's holds must be like, as filters. */
final class HoldFilters {

  private static final BsonDocument ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);

  private HoldFilters() {}

  /** All of them hold of the document of that id. */
  static BsonDocument of(BsonValue id, List<BsonDocument> conditions) {
    BsonDocument filter = new BsonDocument(Names.ID, id);
    return conditions.isEmpty()
        ? filter
        : filter.append("$and", new BsonArray(new ArrayList<>(conditions)));
  }

  /**
   * It is a placeholder that a hold of the transaction has made. A document that others have marked
   * as one is none.
   */
  static BsonDocument isPlaceholderOf(DocumentHold hold) {
    return new BsonDocument(Names.PLACEHOLDER, BsonBoolean.TRUE)
        .append(
            Names.PENDING,
            new BsonDocument(
                "$elemMatch",
                conditions(transaction(hold).append(HoldField.KEEPS_ID, BsonBoolean.TRUE))));
  }

  /** It is not: a document of its own. */
  static BsonDocument isNoPlaceholderOf(DocumentHold hold) {
    return new BsonDocument("$nor", new BsonArray(List.of(isPlaceholderOf(hold))));
  }

  /** It weighs at most that many bytes. */
  static BsonDocument isNotLargerThan(long bytes) {
    return new BsonDocument(
        "$expr",
        new BsonDocument(
            "$lte",
            new BsonArray(
                List.of(
                    new BsonDocument("$bsonSize", new BsonString("$$ROOT")),
                    new BsonInt64(bytes)))));
  }

  /** It has exactly this hold, at its epoch. */
  static BsonDocument has(DocumentHold hold) {
    return hasElement(element(hold).append(Field.EPOCH, HoldElements.epoch(hold)));
  }

  /** It has exactly this hold, at any epoch. */
  static BsonDocument hasAtAnyEpoch(DocumentHold hold) {
    return hasElement(element(hold));
  }

  /** It has exactly this hold, at an older epoch. */
  static BsonDocument hasOlder(DocumentHold hold) {
    return hasElement(
        element(hold).append(Field.EPOCH, new BsonDocument("$lt", HoldElements.epoch(hold))));
  }

  /** What an exact hold has; a digest tells its mode and fields too. */
  private static BsonDocument element(DocumentHold hold) {
    BsonDocument element =
        transaction(hold).append(HoldField.OPERATION, new BsonString(hold.operation()));
    if (hold.mode() == HoldMode.ESCROW) {
      element.append(HoldField.AMOUNT, new BsonInt64(hold.amount()));
    }
    return element;
  }

  /** What every hold of the transaction has. */
  static BsonDocument transaction(DocumentHold hold) {
    return new BsonDocument(Field.HOLD_ID, new BsonString(hold.transaction().value()))
        .append(HoldField.HOME, new BsonString(hold.home().name()));
  }

  /** It has no hold of the transaction. */
  static BsonDocument hasNoneOf(DocumentHold hold) {
    return hasNone(transaction(hold));
  }

  /** It has no holds at all. */
  static BsonDocument hasNone() {
    return new BsonDocument(
        "$or",
        new BsonArray(
            List.of(
                new BsonDocument(Names.PENDING, ABSENT),
                new BsonDocument(Names.PENDING, new BsonDocument("$size", new BsonInt32(0))))));
  }

  /** It has no hold of that mode on one of the fields. */
  static BsonDocument hasNone(HoldMode mode, Collection<String> fields) {
    return hasNone(
        new BsonDocument(HoldField.MODE, HoldElements.mode(mode))
            .append(
                HoldField.FIELDS,
                new BsonDocument(
                    "$in", new BsonArray(fields.stream().map(BsonString::new).toList()))));
  }

  /** It has no exclusive hold. */
  static BsonDocument hasNoExclusive() {
    return hasNone(new BsonDocument(HoldField.MODE, HoldElements.mode(HoldMode.EXCLUSIVE)));
  }

  /** It has fewer holds than that. */
  static BsonDocument hasFewerThan(int holds) {
    return new BsonDocument(Field.path(Names.PENDING, Integer.toString(holds - 1)), ABSENT);
  }

  /** It has no bounds for that field. */
  static BsonDocument hasNoBounds(String field) {
    return new BsonDocument(Field.path(Names.ESCROW, field), ABSENT);
  }

  /** It has that bound of the field. */
  static BsonDocument hasBound(String field, String bound) {
    return ReadableFilters.isNumber(ParticipantField.bound(field, bound));
  }

  /** It has not. */
  static BsonDocument hasNoBound(String field, String bound) {
    return new BsonDocument("$nor", new BsonArray(List.of(hasBound(field, bound))));
  }

  private static BsonDocument hasElement(BsonDocument element) {
    return new BsonDocument(Names.PENDING, new BsonDocument("$elemMatch", conditions(element)));
  }

  private static BsonDocument hasNone(BsonDocument element) {
    return new BsonDocument(
        Names.PENDING,
        new BsonDocument("$not", new BsonDocument("$elemMatch", conditions(element))));
  }

  /** An $and, for mongo-java-server finds no position by an $elemMatch of plain fields. */
  private static BsonDocument conditions(BsonDocument element) {
    BsonArray conditions = new BsonArray();
    element.forEach((name, value) -> conditions.add(new BsonDocument(name, value)));
    return new BsonDocument("$and", conditions);
  }
}
