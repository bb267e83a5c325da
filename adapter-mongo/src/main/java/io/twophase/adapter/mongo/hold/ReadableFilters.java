package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.int64;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.HoldMode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Filters that match the documents that {@link DocumentCodec} can read: no other is ever held. They
 * go without the finer rules for the characters of ids, which no writer of the protocol breaks.
 */
final class ReadableFilters {

  private static final BsonDocument ABSENT = HoldFilters.ABSENT;

  private static final BsonDocument THERE = exists();

  /** Empty, with a space at an end, or with a control character. */
  private static final BsonRegularExpression NO_ID =
      new BsonRegularExpression("^$|^\\s|\\s$|[\\x00-\\x1f\\x7f]");

  private static final List<String> NUMBERS = List.of("int", "long", "double", "decimal");

  private static final List<BsonDocument> ALL =
      List.of(
          doc(Names.PLACEHOLDER, ABSENT),
          absentOr(Names.LAST_TRANSACTION, isTransaction(Names.LAST_TRANSACTION)),
          absentOr(Names.QUORUM_READS, isNumber(Names.QUORUM_READS)),
          absentOr(
              Names.ESCROW, and(isOfType(Names.ESCROW, "object"), everyBoundIsAWholeNumber())));

  private static final BsonDocument ARE_HOLDS =
      absentOr(
          Names.PENDING,
          and(
              on(Names.PENDING, type("array")),
              hasNoElement(doc("$not", type("object"))),
              hasNoElement(doc("$nor", List.of(isHold())))));

  private ReadableFilters() {}

  /**
   * All that the protocol keeps in the document, beside holds, is absent or as it must be; and the
   * document is no placeholder, for these are only ever made and removed.
   */
  static List<BsonDocument> all() {
    return ALL;
  }

  /** Its holds are absent, or all of them are holds. */
  static BsonDocument areHolds() {
    return ARE_HOLDS;
  }

  /** A number of any type is there. */
  static BsonDocument isNumber(String path) {
    return and(
        or(NUMBERS.stream().map(number -> on(path, type(number)))),
        on(path, doc("$not", type("array"))));
  }

  /** A whole number of 64 bits is there. */
  static BsonDocument isInt64(String path) {
    return isOfType(path, "long");
  }

  private static BsonDocument isHold() {
    return and(
        isId(Field.HOLD_ID),
        isHome(Field.HOME),
        isOfType(Field.EPOCH, "long"),
        on(Field.EPOCH, doc("$gte", 1L)),
        isOfType(Field.MODE, "string"),
        absentOr(Field.FIELDS, areTexts(Field.FIELDS)),
        or(Stream.of(isOfOperation(), isRange())));
  }

  private static BsonDocument isOfOperation() {
    return and(
        in(Field.MODE, HoldMode.EXCLUSIVE, HoldMode.SHARED),
        isOfType(Field.OPERATION, "string"),
        absentOr(Field.MEMBER, isId(Field.MEMBER)));
  }

  private static BsonDocument in(String field, HoldMode... modes) {
    return on(field, oneOf(Arrays.stream(modes).map(HoldCodec::mode).toList()));
  }

  private static BsonDocument isRange() {
    return and(
        in(Field.MODE, HoldMode.ESCROW),
        isFrom(Field.DEBIT, 1),
        isFrom(Field.CREDIT, 1),
        or(Stream.of(Field.DEBIT, Field.CREDIT).map(side -> on(side, THERE))),
        isFrom(Field.HAD, 0),
        isFrom(Field.COULD, 0),
        on(Field.path(Field.FIELDS, "0"), THERE),
        on(Field.path(Field.FIELDS, "1"), ABSENT));
  }

  private static BsonDocument isFrom(String field, long least) {
    return absentOr(field, and(isInt64(field), on(field, doc("$gte", int64(least)))));
  }

  private static BsonDocument areTexts(String field) {
    return and(
        on(field, type("array")),
        on(field, doc("$not", doc("$elemMatch", doc("$not", type("string"))))));
  }

  /**
   * The bounds of each field, whatever its name, are whole numbers: each is equal to what it is as
   * an int64.
   */
  private static BsonDocument everyBoundIsAWholeNumber() {
    BsonArray whole = new BsonArray();
    for (String bound : Field.BOUNDS) {
      BsonDocument value =
          doc("$ifNull", List.of(new BsonString("$$of.v." + bound), BsonBoolean.FALSE));
      whole.add(doc("$eq", List.of(value, asInt64(value))));
    }
    BsonDocument each =
        doc("input", doc("$objectToArray", "$" + Names.ESCROW))
            .append("as", new BsonString("of"))
            .append("in", doc("$and", whole));
    BsonDocument all = doc("$allElementsTrue", List.of(doc("$map", each)));
    // compared with true, for mongo-java-server looks at the first operator as if it were a query's
    return doc("$expr", doc("$eq", List.of(all, BsonBoolean.TRUE)));
  }

  private static BsonDocument asInt64(BsonDocument value) {
    return doc("$convert", doc("input", value, "to", "long", "onError", "none"));
  }

  /** Which transaction it was that changed a document last. */
  private static BsonDocument isTransaction(String path) {
    return and(
        isOfType(path, "object"),
        isId(Field.path(path, Field.HOLD_ID)),
        isHome(Field.path(path, Field.HOME)));
  }

  private static BsonDocument isHome(String path) {
    return and(isOfType(path, "string"), on(path, doc("$ne", "")));
  }

  private static BsonDocument isId(String path) {
    return and(isOfType(path, "string"), on(path, doc("$not", NO_ID)));
  }

  private static BsonDocument isOfType(String path, String type) {
    return on(path, type(type).append("$not", type("array")));
  }

  private static BsonDocument hasNoElement(BsonDocument condition) {
    return on(Names.PENDING, doc("$not", doc("$elemMatch", condition)));
  }

  private static BsonDocument absentOr(String path, BsonDocument condition) {
    return or(Stream.of(on(path, ABSENT), condition));
  }

  private static BsonDocument and(BsonDocument... conditions) {
    return allOf(conditions);
  }

  private static BsonDocument or(Stream<BsonDocument> conditions) {
    return anyOf(conditions.toList());
  }

  private static BsonDocument on(String path, BsonValue condition) {
    return doc(path, condition);
  }

  private static BsonDocument type(String name) {
    return doc("$type", name);
  }
}
