package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * One walk over a whole collection in the order of the ids. If the cursor is lost on the way (it is
 * on one server, and ends with it), then the walk goes on after the last id that was shown, with
 * another cursor: nothing is shown twice.
 *
 * <p>No index helps to find what few documents have, such as a hold, so a server may work at one
 * cursor for longer than it is allowed to, and show nothing. Then the walk goes on by pages of ids,
 * whether anything in them matches or not: each is a range of the index of ids, whose end is read
 * first.
 */
final class Scan {

  /** The number of commands in a row that may be lost without getting any further. */
  private static final int LOST_IN_A_ROW = 3;

  /** The number of ids of the first page. */
  private static final int PAGE = 10_000;

  /** By how much pages get smaller where one takes too long. */
  private static final int SMALLER = 10;

  private static final BsonDocument BY_ID = doc(Field.ID, 1);

  private final MongoCollection<BsonDocument> collection;
  private final BsonDocument filter;
  private final Duration limit;

  private Optional<BsonValue> last = Optional.empty();

  /** The number of ids of a page; zero is all the rest. */
  private int page;

  /** The bracket of the ids that the next page is in. */
  private int bracket;

  /** The number of times that the walk got further. */
  private long steps;

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
      long before = steps;
      try {
        walk(consumer);
        return;
      } catch (MongoException failed) {
        boolean gotFurther = steps > before;
        lost = gotFurther ? 1 : lost + 1;
        if (lost >= LOST_IN_A_ROW || !DriverErrors.isTransient(failed)) {
          throw failed;
        }
        if (!gotFurther) {
          smallerPages();
        }
      }
    }
  }

  private void smallerPages() {
    if (page == 0) {
      page = PAGE;
      bracket = last.map(IdBrackets::of).orElse(0);
    } else {
      page = Math.max(1, page / SMALLER);
    }
  }

  private void walk(Consumer<BsonDocument> consumer) {
    if (page == 0) {
      find(last.map(IdBrackets::after).orElseGet(BsonDocument::new))
          .forEach(document -> show(document, consumer));
      return;
    }
    while (bracket < IdBrackets.count()) {
      Optional<BsonValue> bound = bound();
      BsonDocument ids =
          bound
              .map(end -> IdBrackets.in(bracket, last, end))
              .orElseGet(() -> IdBrackets.in(bracket, last));
      find(ids).forEach(document -> show(document, consumer));
      if (bound.isEmpty()) {
        bracket++;
      }
      last = bound;
      steps++;
    }
  }

  private void show(BsonDocument document, Consumer<BsonDocument> consumer) {
    last = Optional.ofNullable(document.get(Field.ID));
    steps++;
    consumer.accept(document);
  }

  /** The last id of the next page; none if what is left of the bracket is one page. */
  private Optional<BsonValue> bound() {
    return Optional.ofNullable(
            ThreadLimit.on(collection)
                .find(IdBrackets.in(bracket, last))
                .projection(BY_ID)
                .sort(BY_ID)
                .skip(page - 1)
                .limit(1)
                .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS)
                .first())
        .map(document -> document.get(Field.ID));
  }

  private FindIterable<BsonDocument> find(BsonDocument ids) {
    return ThreadLimit.on(collection)
        .find(ids.isEmpty() ? filter : allOf(ids, filter))
        .sort(BY_ID)
        .batchSize(Calls.READ_AT_ONCE)
        .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Ids in the order of the index that every collection has. A comparison finds only what is of the
   * same type, so a range of ids is one within a bracket of types, or names the brackets.
   */
  static final class IdBrackets {

    private static final List<BsonType> NUMBERS =
        List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128);

    /**
     * The types that an id may have, in the order in which MongoDB sorts them. Code and pointers
     * are not among them, which no operation names as an id, and some servers do not know.
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
      List<BsonDocument> later = new ArrayList<>();
      later.add(afterInBracket(id));
      boolean passed = false;
      for (List<BsonType> types : IN_ORDER) {
        if (passed) {
          types.forEach(type -> later.add(ofAny(type)));
        }
        passed = passed || types.contains(id.getBsonType());
      }
      return anyOf(later);
    }

    /** The ids of a bracket; those that come after {@code last} only, if that is one of them. */
    static BsonDocument in(int bracket, Optional<BsonValue> last) {
      return last.map(IdBrackets::afterInBracket)
          .orElseGet(() -> anyOf(IN_ORDER.get(bracket).stream().map(IdBrackets::ofAny).toList()));
    }

    /**
     * Returns those of the ids that {@link #in} means up to {@code bound}, which is one of them.
     */
    static BsonDocument in(int bracket, Optional<BsonValue> last, BsonValue bound) {
      BsonDocument upTo = on(doc("$lte", bound));
      if (last.isEmpty() && NUMBERS.contains(bound.getBsonType())) {
        // the first of the numbers, and less than none
        upTo = anyOf(upTo, on(new BsonDouble(Double.NaN)));
      }
      return allOf(in(bracket, last), upTo);
    }

    private static BsonDocument afterInBracket(BsonValue id) {
      BsonDocument greater = on(doc("$gt", id));
      if (!isNotANumber(id)) {
        return greater;
      }
      // the first of the numbers, and no number is greater
      List<BsonDocument> numbers = new ArrayList<>();
      numbers.add(greater);
      NUMBERS.forEach(type -> numbers.add(allOf(ofType(type), on(doc("$ne", id)))));
      return anyOf(numbers);
    }

    private static boolean isNotANumber(BsonValue id) {
      return id.isDecimal128()
          ? id.asDecimal128().getValue().isNaN()
          : id.isDouble() && Double.isNaN(id.asDouble().getValue());
    }

    /** Symbols, which some servers do not know, are compared as texts. */
    private static BsonDocument ofAny(BsonType type) {
      return type == BsonType.STRING || type == BsonType.SYMBOL
          ? on(doc("$gte", ""))
          : ofType(type);
    }

    private static BsonDocument ofType(BsonType type) {
      return on(doc("$type", (int) (byte) type.getValue()));
    }

    private static BsonDocument on(BsonValue condition) {
      return doc(Field.ID, condition);
    }
  }
}
