package io.twophase.bench.cost;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The keys that documents have in the indexes of their collections, the one on {@code _id} apart.
 * Each collection is asked for its indexes once, with its first write.
 */
final class IndexKeys {

  private final MongoClient client;
  private final Map<String, List<BsonDocument>> indexes = new ConcurrentHashMap<>();

  /**
   * Of the collections of a server.
   *
   * @param client asks for the indexes; nobody counts what it does
   */
  IndexKeys(MongoClient client) {
    this.client = client;
  }

  /**
   * How many keys go in or out as a document is changed.
   *
   * @param before nothing, if it was not there
   * @param after nothing, if it is not there any more
   */
  long changed(
      String collection,
      Option<? extends BsonDocument> before,
      Option<? extends BsonDocument> after) {
    long changed = 0;
    for (BsonDocument index : indexes.computeIfAbsent(collection, this::read)) {
      Set<List<BsonValue>> had = keys(index, before);
      Set<List<BsonValue>> has = keys(index, after);
      changed += had.stream().filter(key -> !has.contains(key)).count();
      changed += has.stream().filter(key -> !had.contains(key)).count();
    }
    return changed;
  }

  private List<BsonDocument> read(String collection) {
    MongoNamespace name = new MongoNamespace(collection);
    List<BsonDocument> read = new ArrayList<>();
    client
        .getDatabase(name.getDatabaseName())
        .getCollection(name.getCollectionName())
        .listIndexes(BsonDocument.class)
        .into(read);
    read.removeIf(index -> Set.of("_id").equals(index.getDocument("key").keySet()));
    return read;
  }

  private static Set<List<BsonValue>> keys(
      BsonDocument index, Option<? extends BsonDocument> document) {
    return document
        .filter(present -> isIn(index, present))
        .map(present -> keys(index.getDocument("key").keySet(), present))
        .getOrElse(Set.of());
  }

  private static boolean isIn(BsonDocument index, BsonDocument document) {
    boolean isSparse = index.containsKey("sparse") && index.getBoolean("sparse").getValue();
    boolean hasNone =
        index.getDocument("key").keySet().stream()
            .allMatch(field -> Paths.values(document, field).isEmpty());
    return !(isSparse && hasNone)
        && matches(index.getDocument("partialFilterExpression", new BsonDocument()), document);
  }

  private static Set<List<BsonValue>> keys(Set<String> fields, BsonDocument document) {
    Set<List<BsonValue>> keys = new HashSet<>(Set.of(List.of()));
    for (String field : fields) {
      List<BsonValue> values = Paths.values(document, field);
      Set<List<BsonValue>> longer = new HashSet<>();
      for (List<BsonValue> key : keys) {
        for (BsonValue value : values.isEmpty() ? List.of(BsonNull.VALUE) : values) {
          List<BsonValue> next = new ArrayList<>(key);
          next.add(value);
          longer.add(next);
        }
      }
      keys = longer;
    }
    return keys;
  }

  /** By the conditions that this software's indexes have; any other is taken to hold. */
  private static boolean matches(BsonDocument filter, BsonDocument document) {
    return filter.entrySet().stream()
        .allMatch(condition -> matches(condition.getKey(), condition.getValue(), document));
  }

  private static boolean matches(String field, BsonValue condition, BsonDocument document) {
    if (field.equals("$and")) {
      return condition.asArray().stream().allMatch(each -> matches(each.asDocument(), document));
    }
    List<BsonValue> values = Paths.values(document, field);
    if (!condition.isDocument()) {
      return values.contains(condition) || (condition.isNull() && values.isEmpty());
    }
    return condition.asDocument().entrySet().stream()
        .allMatch(
            operator ->
                switch (operator.getKey()) {
                  case "$exists" -> operator.getValue().asBoolean().getValue() != values.isEmpty();
                  case "$eq" -> values.contains(operator.getValue());
                  case "$gt" -> values.stream().anyMatch(at -> isLater(at, operator.getValue()));
                  case "$in" -> in(operator.getValue().asArray(), values);
                  default -> true;
                });
  }

  private static boolean isLater(BsonValue date, BsonValue than) {
    return date.isDateTime()
        && than.isDateTime()
        && date.asDateTime().getValue() > than.asDateTime().getValue();
  }

  private static boolean in(BsonArray allowed, List<BsonValue> values) {
    return values.stream().anyMatch(allowed::contains);
  }
}
