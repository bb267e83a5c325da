package io.twophase.adapter.mongo.server;

import de.bwaldvogel.mongo.bson.Document;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** By which fields a collection is spread over shards, and what that key is of something. */
record ShardKey(Document pattern) {

  /** The shard of a document that is stored, or is to be: a field that it lacks counts as null. */
  Optional<Integer> ofDocument(Document document, int shards) {
    List<Object> values = new ArrayList<>();
    for (String path : pattern.keySet()) {
      Object value = document;
      for (String name : path.split("\\.", -1)) {
        value = value instanceof Document within ? within.get(name) : null;
        if (value instanceof Collection) {
          return Optional.empty();
        }
      }
      values.add(comparable(value));
    }
    return Optional.of(Math.floorMod(values.hashCode(), shards));
  }

  /** The shard of all that a filter matches, if it says what each field of the key is equal to. */
  Optional<Integer> ofFilter(Document filter, int shards) {
    List<Object> values = new ArrayList<>();
    for (String path : pattern.keySet()) {
      Optional<Object> value = equal(filter, path);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get());
    }
    return Optional.of(Math.floorMod(values.hashCode(), shards));
  }

  /** Whether a filter says what the id is equal to. */
  static boolean namesId(Document filter) {
    return equal(filter, "_id").isPresent();
  }

  private static Optional<Object> equal(Document filter, String path) {
    if (filter.containsKey(path)) {
      Object value = filter.get(path);
      boolean isOperator =
          value instanceof Document of
              && of.keySet().stream().anyMatch(name -> name.startsWith("$"));
      if (!isOperator) {
        return Optional.of(comparable(value));
      }
      return ((Document) value).containsKey("$eq")
          ? Optional.of(comparable(((Document) value).get("$eq")))
          : Optional.empty();
    }
    return filter.get("$and") instanceof Collection<?> all
        ? all.stream().flatMap(one -> equal((Document) one, path).stream()).findFirst()
        : Optional.empty();
  }

  /** Numbers of all types are one key. */
  private static Object comparable(Object value) {
    if (value instanceof Number number) {
      try {
        return new BigDecimal(number.toString()).stripTrailingZeros();
      } catch (NumberFormatException infinite) {
        return number.toString();
      }
    }
    return String.valueOf(value);
  }
}
