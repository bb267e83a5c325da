package io.twophase.adapter.mongo.probe;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The operators in commands, found and left out. */
final class OfDocuments {

  /** Fields of a command that begin as operators do. */
  private static final Set<String> NONE_OF_ITS_OWN = Set.of("$db", "$readPreference");

  /** A change that changes nothing. */
  private static final Document NOTHING = new Document("$unset", new Document("nothing", ""));

  private OfDocuments() {}

  /** All of them, however deep. */
  static Set<String> operators(Object value) {
    Set<String> operators = new TreeSet<>();
    collect(value, operators);
    return operators;
  }

  private static void collect(Object value, Set<String> into) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, inner) -> {
            String name = String.valueOf(key);
            if (name.startsWith("$") && !NONE_OF_ITS_OWN.contains(name)) {
              into.add(name);
            }
            collect(inner, into);
          });
    } else if (value instanceof Collection<?> list) {
      list.forEach(inner -> collect(inner, into));
    }
  }

  /** The command without one operator, as a server runs it that ignores what it does not know. */
  static Document without(String operator, Document command) {
    Document changed = (Document) pruned(operator, command);
    for (Object update : (List<?>) changed.getOrDefault("updates", List.of())) {
      Document one = (Document) update;
      one.putIfAbsent("q", new Document());
      one.putIfAbsent("u", NOTHING);
    }
    if (changed.containsKey("findAndModify")) {
      changed.putIfAbsent("update", NOTHING);
    }
    return changed;
  }

  /** A condition or change of which nothing is left goes with its operator. */
  private static Object pruned(String operator, Object value) {
    if (value instanceof Document document) {
      Document kept = new Document();
      document.forEach(
          (name, inner) -> {
            if (!name.equals(operator)) {
              Object left = pruned(operator, inner);
              boolean emptied = isEmpty(left) && !isEmpty(inner);
              if (!emptied) {
                kept.put(name, left);
              }
            }
          });
      return kept;
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(inner -> pruned(operator, inner))
          .filter(left -> !isEmpty(left))
          .toList();
    }
    return value;
  }

  private static boolean isEmpty(Object value) {
    if (value instanceof Document document) {
      return document.isEmpty();
    }
    return value instanceof List<?> list && list.isEmpty();
  }
}
