package io.twophase.bench.competitor;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.twophase.adapter.mongo.document.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Orders to be paid, each handed out once. They are made before a round, as many as are expected,
 * and in bulk within it where more are paid: no side makes one as a part of paying it. Thread-safe.
 */
public final class Orders {

  static final String LEDGER = "ledger";
  static final String ORDER = "order";
  static final String OPENING = "opening";
  static final String ORDERS = "orders";
  static final String STATUS = "status";
  static final String UNPAID = "UnPaid";
  static final String PAID = "Paid";

  private static final int CHUNK = 1_000;

  private final MongoDatabase database;
  private long made;
  private long taken;

  /** A stock of no order yet, which are made in this database. */
  Orders(MongoDatabase database) {
    this.database = database;
  }

  /** Sees to it that so many are there to be taken, if any was taken before. */
  public synchronized void prepare(long number) {
    if (taken > 0 && taken + number > made) {
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
    Ledger.fill(Ledger.collection(database, ORDERS), made, upTo, Orders::order);
    made = upTo;
  }

  private static BsonDocument order(long number) {
    return new BsonDocument("_id", new BsonString(id(number)))
        .append(STATUS, new BsonString(UNPAID));
  }

  private static String id(long number) {
    return "order-" + number;
  }

  /**
   * Checks accounts, ledger lines and orders against each other, by the documents as they lie
   * there: each paid order has one ledger line, each ledger line has a paid order, and each balance
   * is what the account was opened with and its ledger lines make of it.
   *
   * @return what is off, a line for each kind, with an example; empty if all is well, or if the
   *     database has neither orders nor ledger lines
   */
  public List<String> findings() {
    if (Collections.disjoint(
        database.listCollectionNames().into(new HashSet<>()), Set.of(ORDERS, LEDGER))) {
      return List.of();
    }
    Map<String, Long> moved = new HashMap<>();
    Map<String, Integer> lines = new HashMap<>();
    for (BsonDocument line : Ledger.collection(database, LEDGER).find()) {
      long value = line.getNumber(Field.VALUE).longValue();
      moved.merge(line.getString(Field.SOURCE).getValue(), -value, Long::sum);
      moved.merge(line.getString(Field.DESTINATION).getValue(), value, Long::sum);
      if (line.containsKey(ORDER)) {
        lines.merge(line.getString(ORDER).getValue(), 1, Integer::sum);
      }
    }
    Map<String, List<String>> found = new LinkedHashMap<>();
    for (BsonDocument order : Ledger.collection(database, ORDERS).find(Filters.eq(STATUS, PAID))) {
      String id = order.getString("_id").getValue();
      Integer times = lines.remove(id);
      if (times == null) {
        find(found, "paid orders without a ledger line", id);
      } else if (times > 1) {
        find(found, "orders that are paid more than once", id);
      }
    }
    lines.keySet().forEach(id -> find(found, "ledger lines of orders that are not paid", id));
    for (BsonDocument account : Ledger.collection(database, Ledger.ACCOUNTS).find()) {
      String id = account.getString("_id").getValue();
      long expected = account.getInt64(OPENING).getValue() + moved.getOrDefault(id, 0L);
      if (account.getInt64(Field.BALANCE).getValue() != expected) {
        find(found, "balances that are not what the ledger lines make of them", id);
      }
    }
    List<String> texts = new ArrayList<>();
    found.forEach((kind, ids) -> texts.add(kind + ": " + ids.size() + ", as " + ids.get(0)));
    return texts;
  }

  private static void find(Map<String, List<String>> found, String kind, String id) {
    found.computeIfAbsent(kind, none -> new ArrayList<>()).add(id);
  }
}
