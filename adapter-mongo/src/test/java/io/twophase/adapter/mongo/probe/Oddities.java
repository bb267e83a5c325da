package io.twophase.adapter.mongo.probe;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** What odd servers make of commands. */
final class Oddities {

  private static final String HOLDS = "pendingTransactions";

  private Oddities() {}

  /** A server that does something else than an update says; is given its filter and its change. */
  static OddServer.Oddity changingUpdates(BiConsumer<Document, Document> change) {
    return (sound, command, query) -> {
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

  static Document findingWhatHasNotExpired(
      UnaryOperator<Document> sound, String command, Document query) {
    if (query.get("filter") instanceof Document filter) {
      filter.remove("expiresAt");
    }
    return sound.apply(query);
  }

  static Document sayingThatAllMatched(
      UnaryOperator<Document> sound, String command, Document query) {
    Document answer = sound.apply(query);
    return command.equals("update")
        ? answer.append("n", documents(query, "updates").size())
        : answer;
  }

  static Document sayingThatNoneMatched(
      UnaryOperator<Document> sound, String command, Document query) {
    Document answer = sound.apply(query);
    return command.equals("update") ? answer.append("n", 0).append("nModified", 0) : answer;
  }

  static Document runningTheFirstOnly(
      UnaryOperator<Document> sound, String command, Document query) {
    List<Document> updates = documents(query, "updates");
    if (updates.size() < 2) {
      return sound.apply(query);
    }
    Document first = sound.apply(query.append("updates", updates.subList(0, 1)));
    return first.append("n", updates.size() * ((Number) first.get("n")).intValue());
  }

  static Document replacingWhatIsThere(
      UnaryOperator<Document> sound, String command, Document query) {
    if (!command.equals("insert")) {
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

  static Document insertingNothing(UnaryOperator<Document> sound, String command, Document query) {
    return command.equals("insert") && documents(query, "documents").size() > 1
        ? new Document("ok", 1.0).append("n", documents(query, "documents").size())
        : sound.apply(query);
  }

  static Document answeringWithTheOld(
      UnaryOperator<Document> sound, String command, Document query) {
    return sound.apply(command.equals("findAndModify") ? query.append("new", false) : query);
  }

  @SuppressWarnings("unchecked")
  private static List<Document> documents(Document query, String name) {
    return (List<Document>) query.getOrDefault(name, List.of());
  }
}
