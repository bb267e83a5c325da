package io.twophase.adapter.mongo.probe;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.twophase.adapter.mongo.testing.FaultyServer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** What odd servers make of commands, and the operators in them, found and left out. */
final class Oddities {

  /** Fields of a command that begin as operators do. */
  private static final Set<String> NONE_OF_ITS_OWN = Set.of("$db", "$readPreference");

  /** A change that changes nothing. */
  private static final Document NOTHING = new Document("$unset", new Document("nothing", ""));

  private static final String HOLDS = "pendingTransactions";

  private Oddities() {}

  /** The name of a command. */
  static String name(Document command) {
    return command.keySet().iterator().next();
  }

  /** A server that does not know an operator: it refuses what has it. */
  static FaultyServer.Fault lacking(String operator) {
    return (sound, query) -> {
      if (operators(query).contains(operator)) {
        throw new MongoServerError(2, "BadValue", "unknown operator: " + operator);
      }
      return sound.apply(query);
    };
  }

  /** A server that changes what it is asked to do before it does it. */
  static FaultyServer.Fault changing(UnaryOperator<Document> change) {
    return (sound, query) -> sound.apply(change.apply(query));
  }

  /** A server that does something else than an update says; is given its filter and its change. */
  static FaultyServer.Fault changingUpdates(BiConsumer<Document, Document> change) {
    return (sound, query) -> {
      for (Document update : documents(query, "updates")) {
        change.accept((Document) update.get("q"), (Document) update.get("u"));
      }
      return sound.apply(query);
    };
  }

  static void pullingAll(Document filter, Document change) {
    if (change.remove("$pull") != null) {
      change.put("$set", new Document(HOLDS, List.of()));
    }
  }

  static void settingTheFirst(Document filter, Document change) {
    if (change.get("$set") instanceof Document set && set.containsKey(HOLDS + ".$.epoch")) {
      set.put(HOLDS + ".0.epoch", set.remove(HOLDS + ".$.epoch"));
    }
  }

  static void matchingAnyElements(Document filter, Document change) {
    if (filter.get(HOLDS) instanceof Document held
        && held.get("$elemMatch") instanceof Document element
        && change.containsKey("$pull")) {
      filter.remove(HOLDS);
      for (Document condition : documents(element, "$and")) {
        condition.forEach((name, value) -> filter.put(HOLDS + "." + name, value));
      }
    }
  }

  static void incrementingOnly(Document filter, Document change) {
    if (change.containsKey("$inc")) {
      change.remove("$push");
    }
  }

  static void pullingOnly(Document filter, Document change) {
    if (change.containsKey("$pull")) {
      change.remove("$inc");
    }
  }

  static void decidingWithoutApprovals(Document filter, Document change) {
    filter.keySet().removeIf(field -> field.startsWith("approvedBy."));
  }

  static Document findingWhatHasNotExpired(UnaryOperator<Document> sound, Document query) {
    if (query.get("filter") instanceof Document filter) {
      filter.remove("expiresAt");
    }
    return sound.apply(query);
  }

  static Document sayingThatAllMatched(UnaryOperator<Document> sound, Document query) {
    Document answer = sound.apply(query);
    return query.containsKey("update")
        ? answer.append("n", documents(query, "updates").size())
        : answer;
  }

  static Document sayingThatNoneMatched(UnaryOperator<Document> sound, Document query) {
    Document answer = sound.apply(query);
    return query.containsKey("update") ? answer.append("n", 0).append("nModified", 0) : answer;
  }

  static Document runningTheFirstOnly(UnaryOperator<Document> sound, Document query) {
    List<Document> updates = documents(query, "updates");
    if (updates.size() < 2) {
      return sound.apply(query);
    }
    Document first = sound.apply(query.append("updates", updates.subList(0, 1)));
    return first.append("n", updates.size() * ((Number) first.get("n")).intValue());
  }

  static Document replacingWhatIsThere(UnaryOperator<Document> sound, Document query) {
    if (!query.containsKey("insert")) {
      return sound.apply(query);
    }
    List<Document> inserted = documents(query, "documents");
    List<Document> upserts =
        inserted.stream()
            .map(
                document ->
                    new Document("q", new Document("_id", document.get("_id")))
                        .append("u", document)
                        .append("upsert", true))
            .toList();
    Document unused =
        sound.apply(
            new Document("update", query.get("insert"))
                .append("updates", upserts)
                .append("$db", query.get("$db")));
    return new Document("ok", 1.0).append("n", inserted.size());
  }

  static Document insertingNothing(UnaryOperator<Document> sound, Document query) {
    return query.containsKey("insert") && documents(query, "documents").size() > 1
        ? new Document("ok", 1.0).append("n", documents(query, "documents").size())
        : sound.apply(query);
  }

  static Document answeringWithTheOld(UnaryOperator<Document> sound, Document query) {
    return sound.apply(query.containsKey("findAndModify") ? query.append("new", false) : query);
  }

  @SuppressWarnings("unchecked")
  private static List<Document> documents(Document query, String name) {
    return (List<Document>) query.getOrDefault(name, List.of());
  }

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
