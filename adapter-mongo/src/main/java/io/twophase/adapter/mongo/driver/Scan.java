package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.twophase.adapter.mongo.server.Batches;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One walk over a whole collection in the order of the ids. Where the cursor is lost on the way (it
 * is on one server, and ends with it) the walk goes on after the last id that was shown, with
 * another cursor: nothing is shown twice.
 */
final class Scan {

  /** How many cursors in a row may be lost without showing anything. */
  private static final int LOST_IN_A_ROW = 3;

  private static final BsonDocument BY_ID = new BsonDocument(Field.ID, new BsonInt32(1));

  private static final List<BsonType> NUMBERS =
      List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128);

  /**
   * The types that an id may have, in the order in which MongoDB sorts them. Code and pointers are
   * not among them, which no id is of, and some servers do not know.
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

  private final MongoCollection<BsonDocument> collection;
  private final BsonDocument filter;
  private final Duration limit;
  private @Nullable BsonValue last;

  /**
   * Walks over what matches in {@code collection}.
   *
   * @param limit how long the server may work for one cursor
   */
  Scan(MongoCollection<BsonDocument> collection, BsonDocument filter, Duration limit) {
    this.collection = collection;
    this.filter = filter;
    this.limit = limit;
  }

  /** Shows {@code consumer} every document. */
  void run(Consumer<BsonDocument> consumer) {
    int lost = 0;
    while (true) {
      BsonValue before = last;
      try {
        rest().forEach(document -> show(document, consumer));
        return;
      } catch (MongoException failed) {
        lost = before == last ? lost + 1 : 1;
        if (lost >= LOST_IN_A_ROW || !DriverErrors.endsCursor(failed)) {
          throw failed;
        }
      }
    }
  }

  private void show(BsonDocument document, Consumer<BsonDocument> consumer) {
    last = document.get(Field.ID);
    consumer.accept(document);
  }

  private FindIterable<BsonDocument> rest() {
    return collection
        .find(last == null ? filter : new BsonDocument("$and", allOf(filter, after(last))))
        .sort(BY_ID)
        .batchSize(Batches.READ_AT_ONCE)
        .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static BsonArray allOf(BsonDocument... conditions) {
    return new BsonArray(List.of(conditions));
  }

  /** A comparison finds only what is of the same type, so the types that come later are named. */
  static BsonDocument after(BsonValue id) {
    BsonArray later = new BsonArray();
    later.add(new BsonDocument(Field.ID, new BsonDocument("$gt", id)));
    if (isNotANumber(id)) {
      // the first of the numbers, and no number is greater
      NUMBERS.forEach(
          type ->
              later.add(
                  new BsonDocument(
                      "$and", allOf(ofType(type), new BsonDocument(Field.ID, notEqual(id))))));
    }
    boolean passed = false;
    for (List<BsonType> types : IN_ORDER) {
      if (passed) {
        types.forEach(type -> later.add(ofAny(type)));
      }
      passed = passed || types.contains(id.getBsonType());
    }
    return new BsonDocument("$or", later);
  }

  private static BsonDocument notEqual(BsonValue id) {
    return new BsonDocument("$ne", id);
  }

  private static boolean isNotANumber(BsonValue id) {
    return id.isDecimal128()
        ? id.asDecimal128().getValue().isNaN()
        : id.isDouble() && Double.isNaN(id.asDouble().getValue());
  }

  /** Symbols, which some servers do not know, are compared as texts. */
  private static BsonDocument ofAny(BsonType type) {
    return type == BsonType.STRING || type == BsonType.SYMBOL
        ? new BsonDocument(Field.ID, new BsonDocument("$gte", new BsonString("")))
        : ofType(type);
  }

  private static BsonDocument ofType(BsonType type) {
    return new BsonDocument(
        Field.ID, new BsonDocument("$type", new BsonInt32((byte) type.getValue())));
  }
}
