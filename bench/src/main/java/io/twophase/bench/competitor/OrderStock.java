package io.twophase.bench.competitor;

import com.mongodb.client.MongoDatabase;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Orders to be paid, each handed out once. They are made before a round, as many as are expected,
 * and in bulk within it where more are paid: no side makes one as a part of paying it. Thread-safe.
 */
final class OrderStock {

  static final String ORDERS = "orders";
  static final String STATUS = "status";
  static final String UNPAID = "UnPaid";
  static final String PAID = "Paid";

  private static final int CHUNK = 5_000;

  private final MongoDatabase database;
  private final String prefix;
  private long made;
  private long taken;

  /**
   * A stock of no order yet.
   *
   * @param prefix what the ids begin with; no other stock has it
   */
  OrderStock(MongoDatabase database, String prefix) {
    this.database = database;
    this.prefix = prefix;
  }

  /** Sees to it that so many are there to be taken. */
  synchronized void prepare(long number) {
    if (taken + number > made) {
      make(taken + number);
    }
  }

  /** The id of one that was not taken before. */
  synchronized String next() {
    if (taken == made) {
      make(made + CHUNK);
    }
    return id(taken++);
  }

  private void make(long upTo) {
    Ledger.fill(Ledger.collection(database, ORDERS), made, upTo, this::order);
    made = upTo;
  }

  private BsonDocument order(long number) {
    return new BsonDocument("_id", new BsonString(id(number)))
        .append(STATUS, new BsonString(UNPAID));
  }

  private String id(long number) {
    return "order-" + prefix + number;
  }
}
