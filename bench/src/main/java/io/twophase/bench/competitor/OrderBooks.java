package io.twophase.bench.competitor;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;

/**
 * Checks accounts, ledger lines and orders against each other, by the documents as they lie there:
 * each paid order has one ledger line, each ledger line has a paid order, and each balance is what
 * the account was opened with and its ledger lines make of it.
 */
final class OrderBooks {

  static final String LEDGER = "ledger";
  static final String ORDER = "order";
  static final String SOURCE = "source";
  static final String DESTINATION = "destination";
  static final String VALUE = "value";
  static final String BALANCE = "balance";
  static final String OPENING = "opening";

  private final MongoDatabase database;
  private final Map<String, Long> moved = new HashMap<>();
  private final Map<String, Integer> lines = new HashMap<>();
  private final Map<String, List<String>> found = new LinkedHashMap<>();

  private OrderBooks(MongoDatabase database) {
    this.database = database;
  }

  /** What is off, a line for each kind, with an example; empty if all is well. */
  static List<String> findings(MongoDatabase database) {
    OrderBooks books = new OrderBooks(database);
    books.readLedger();
    books.checkOrders();
    books.checkBalances();
    return books.texts();
  }

  private void readLedger() {
    for (BsonDocument line : collection(LEDGER).find()) {
      long value = line.getNumber(VALUE).longValue();
      moved.merge(line.getString(SOURCE).getValue(), -value, Long::sum);
      moved.merge(line.getString(DESTINATION).getValue(), value, Long::sum);
      if (line.containsKey(ORDER)) {
        lines.merge(line.getString(ORDER).getValue(), 1, Integer::sum);
      }
    }
  }

  private void checkOrders() {
    for (BsonDocument order :
        collection(OrderStock.ORDERS).find(Filters.eq(OrderStock.STATUS, OrderStock.PAID))) {
      String id = order.getString("_id").getValue();
      Integer times = lines.remove(id);
      if (times == null) {
        find("paid orders without a ledger line", id);
      } else if (times > 1) {
        find("orders that are paid more than once", id);
      }
    }
    lines.keySet().forEach(id -> find("ledger lines of orders that are not paid", id));
  }

  private void checkBalances() {
    for (BsonDocument account : collection(Ledger.ACCOUNTS).find()) {
      String id = account.getString("_id").getValue();
      long expected = account.getInt64(OPENING).getValue() + moved.getOrDefault(id, 0L);
      if (account.getInt64(BALANCE).getValue() != expected) {
        find("balances that are not what the ledger lines make of them", id);
      }
    }
  }

  private void find(String kind, String id) {
    found.computeIfAbsent(kind, none -> new ArrayList<>()).add(id);
  }

  private List<String> texts() {
    return found.entrySet().stream()
        .map(
            each ->
                each.getKey() + ": " + each.getValue().size() + ", as " + each.getValue().get(0))
        .toList();
  }

  private MongoCollection<BsonDocument> collection(String name) {
    return Ledger.collection(database, name);
  }
}
