package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.int64;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;

/**
 * Filters that match the documents that {@link DocumentCodec} can read, and the accounts that
 * {@link AccountCodec} can but for sums and holds: no other is ever held. They go without the finer
 * rules for the characters of ids, which no writer of the protocol breaks.
 */
final class ReadableFilters {

  /** Empty, with a space at an end, or with a control character. */
  private static final BsonRegularExpression NO_ID =
      new BsonRegularExpression("^$|^\\s|\\s$|[\\x00-\\x1f\\x7f]");

  private static final List<BsonDocument> ALL =
      List.of(
          doc(Names.PLACEHOLDER, absent()),
          absentOr(Names.LAST_TRANSACTION, isTransaction(Names.LAST_TRANSACTION)),
          absentOr(Names.QUORUM_READS, isNumber(Names.QUORUM_READS)),
          absentOr(
              Names.ESCROW, allOf(isOfType(Names.ESCROW, "object"), everyBoundIsAWholeNumber())));

  private static final BsonDocument ARE_HOLDS =
      absentOr(
          Names.PENDING,
          allOf(
              doc(Names.PENDING, type("array")),
              hasNoElement(Names.PENDING, doc("$not", type("object"))),
              hasNoElement(Names.PENDING, doc("$nor", List.of(isHold())))));

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

  /** It is an account, but for its sums and its holds. */
  static List<BsonDocument> isAnAccount() {
    List<BsonDocument> conditions = new ArrayList<>();
    conditions.add(doc(Field.VERSION, doc("$eq", Field.CURRENT_VERSION)));
    Stream.of(
            AccountFields.BALANCE,
            AccountFields.AVAILABLE,
            AccountFields.RECEIVABLE,
            AccountFields.OVERDRAFT,
            AccountFields.CEILING,
            AccountFields.OPENING)
        .forEach(number -> conditions.add(doc(number, type("long"))));
    Stream<BsonString> statuses = Arrays.stream(AccountStatus.values()).map(AccountCodec::status);
    conditions.add(doc(Field.STATUS, oneOf(statuses.toList())));
    conditions.add(doc(Field.CURRENCY, type("string")));
    conditions.add(doc(Field.PENDING, type("array")));
    return conditions;
  }

  /** A number of any type is there. */
  static BsonDocument isNumber(String path) {
    return allOf(
        anyOf(
            Stream.of("int", "long", "double", "decimal")
                .map(number -> doc(path, type(number)))
                .toList()),
        doc(path, doc("$not", type("array"))));
  }

  /** A whole number of 64 bits is there. */
  static BsonDocument isInt64(String path) {
    return isOfType(path, "long");
  }

  private static BsonDocument isHold() {
    return allOf(
        isId(Field.HOLD_ID),
        isHome(Field.HOME),
        isOfType(Field.EPOCH, "long"),
        doc(Field.EPOCH, doc("$gte", 1L)),
        isOfType(Field.MODE, "string"),
        absentOr(Field.FIELDS, areTexts(Field.FIELDS)),
        anyOf(isOfOperation(), isRange()));
  }

  private static BsonDocument isOfOperation() {
    return allOf(
        isOfMode(HoldMode.EXCLUSIVE, HoldMode.SHARED),
        isOfType(Field.OPERATION, "string"),
        absentOr(Field.MEMBER, isId(Field.MEMBER)));
  }

  private static BsonDocument isOfMode(HoldMode... modes) {
    return doc(Field.MODE, oneOf(Arrays.stream(modes).map(HoldCodec::mode).toList()));
  }

  private static BsonDocument isRange() {
    return allOf(
        isOfMode(HoldMode.ESCROW),
        isFrom(Field.DEBIT, 1),
        isFrom(Field.CREDIT, 1),
        anyOf(doc(Field.DEBIT, exists()), doc(Field.CREDIT, exists())),
        isFrom(Field.HAD, 0),
        isFrom(Field.COULD, 0),
        doc(Field.path(Field.FIELDS, "0"), exists()),
        doc(Field.path(Field.FIELDS, "1"), absent()));
  }

  private static BsonDocument isFrom(String field, long least) {
    return absentOr(field, allOf(isInt64(field), doc(field, doc("$gte", int64(least)))));
  }

  private static BsonDocument areTexts(String field) {
    return allOf(doc(field, type("array")), hasNoElement(field, doc("$not", type("string"))));
  }

  /**
   * The bounds of each field, whatever its name, are whole numbers: each is equal to what it is as
   * an int64.
   */
  private static BsonDocument everyBoundIsAWholeNumber() {
    List<BsonDocument> whole = new ArrayList<>();
    for (String bound : Field.BOUNDS) {
      BsonDocument value = doc("$ifNull", List.of("$$of.v." + bound, false));
      BsonDocument int64 = doc("$convert", doc("input", value, "to", "long", "onError", "none"));
      whole.add(doc("$eq", List.of(value, int64)));
    }
    BsonDocument bounds = doc("$objectToArray", "$" + Names.ESCROW);
    BsonDocument each = doc("$map", doc("input", bounds, "as", "of", "in", allOf(whole)));
    // compared with true, for mongo-java-server looks at the first operator as if it were a
    // query's
    return doc("$expr", doc("$eq", List.of(doc("$allElementsTrue", List.of(each)), true)));
  }

  /** Returns the filter of what names, at {@code path}, the transaction that changed it last. */
  private static BsonDocument isTransaction(String path) {
    return allOf(
        isOfType(path, "object"),
        isId(Field.path(path, Field.HOLD_ID)),
        isHome(Field.path(path, Field.HOME)));
  }

  private static BsonDocument isHome(String path) {
    return allOf(isOfType(path, "string"), doc(path, doc("$ne", "")));
  }

  private static BsonDocument isId(String path) {
    return allOf(isOfType(path, "string"), doc(path, doc("$not", NO_ID)));
  }

  private static BsonDocument isOfType(String path, String type) {
    return doc(path, type(type).append("$not", type("array")));
  }

  private static BsonDocument hasNoElement(String path, BsonDocument condition) {
    return doc(path, doc("$not", doc("$elemMatch", condition)));
  }

  private static BsonDocument absentOr(String path, BsonDocument condition) {
    return anyOf(doc(path, absent()), condition);
  }

  private static BsonDocument type(String name) {
    return doc("$type", name);
  }
}
