package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Field;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Ids in the order of the index that every collection has. A comparison finds only what is of the
 * same type, so a range of ids is one within a bracket of types, or names the brackets.
 */
final class IdBrackets {

  private static final List<BsonType> NUMBERS =
      List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128);

  /**
   * The types that an id may have, in the order in which MongoDB sorts them. Code and pointers are
   * not among them, which no operation names as an id, and some servers do not know.
   */
  private static final List<List<BsonType>> IN_ORDER =
      List.of(
          List.of(BsonType.MIN_KEY),
          List.of(BsonType.NULL),
          NUMBERS,
          List.of(BsonType.STRING, BsonType.SYMBOL),
          List.of(BsonType.DOCUMENT),
          List.of(BsonType.BINARY),
          List.of(BsonType.OBJECT_ID),
          List.of(BsonType.BOOLEAN),
          List.of(BsonType.DATE_TIME),
          List.of(BsonType.TIMESTAMP),
          List.of(BsonType.MAX_KEY));

  private IdBrackets() {}

  /** Returns how many there are. */
  static int count() {
    return IN_ORDER.size();
  }

  /** The place of an id's bracket; the first where it is of no known type. */
  static int of(BsonValue id) {
    for (int at = 0; at < IN_ORDER.size(); at++) {
      if (IN_ORDER.get(at).contains(id.getBsonType())) {
        return at;
      }
    }
    return 0;
  }

  /** The ids that come after {@code id}, in all brackets. */
  static BsonDocument after(BsonValue id) {
    BsonArray later = new BsonArray();
    later.add(afterInBracket(id));
    boolean passed = false;
    for (List<BsonType> types : IN_ORDER) {
      if (passed) {
        types.forEach(type -> later.add(ofAny(type)));
      }
      passed = passed || types.contains(id.getBsonType());
    }
    return doc("$or", later);
  }

  /** The ids of a bracket; those that come after {@code last} only, if that is one of them. */
  static BsonDocument in(int bracket, Optional<BsonValue> last) {
    return last.map(IdBrackets::afterInBracket)
        .orElseGet(() -> anyOf(IN_ORDER.get(bracket).stream().map(IdBrackets::ofAny).toList()));
  }

  /** Returns those of the ids that {@link #in} means up to {@code bound}, which is one of them. */
  static BsonDocument in(int bracket, Optional<BsonValue> last, BsonValue bound) {
    BsonDocument upTo = on(doc("$lte", bound));
    if (last.isEmpty() && NUMBERS.contains(bound.getBsonType())) {
      // the first of the numbers, and less than none
      upTo = doc("$or", all(upTo, on(new BsonDouble(Double.NaN))));
    }
    return doc("$and", all(in(bracket, last), upTo));
  }

  private static BsonDocument afterInBracket(BsonValue id) {
    BsonDocument greater = on(doc("$gt", id));
    if (!isNotANumber(id)) {
      return greater;
    }
    // the first of the numbers, and no number is greater
    BsonArray numbers = new BsonArray();
    numbers.add(greater);
    NUMBERS.forEach(type -> numbers.add(doc("$and", all(ofType(type), on(doc("$ne", id))))));
    return doc("$or", numbers);
  }

  private static boolean isNotANumber(BsonValue id) {
    return id.isDecimal128()
        ? id.asDecimal128().getValue().isNaN()
        : id.isDouble() && Double.isNaN(id.asDouble().getValue());
  }

  /** Symbols, which some servers do not know, are compared as texts. */
  private static BsonDocument ofAny(BsonType type) {
    return type == BsonType.STRING || type == BsonType.SYMBOL ? on(doc("$gte", "")) : ofType(type);
  }

  private static BsonDocument ofType(BsonType type) {
    return on(doc("$type", (int) (byte) type.getValue()));
  }

  private static BsonDocument on(BsonValue condition) {
    return doc(Field.ID, condition);
  }

  private static BsonArray all(BsonDocument... conditions) {
    return new BsonArray(List.of(conditions));
  }
}
