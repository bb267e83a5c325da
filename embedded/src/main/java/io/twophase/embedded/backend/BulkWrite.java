package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A command that inserts, updates or deletes: a list of writes, made one after the other. An
 * ordered one, which each is that does not say otherwise, ends with the first write that fails, as
 * on MongoDB; the library's own commands go on.
 */
final class BulkWrite {

  private static final int UNKNOWN_ERROR = 8;
  private static final int MISSING_FIELD = 40414;
  private static final int NOT_IMPLEMENTED = 238;

  private final String name;
  private final MongoCollection<?> collection;
  private final UnaryOperator<Document> library;
  private final boolean isOrdered;
  private final Oplog oplog;
  private final List<Document> errors = new ArrayList<>();
  private final List<Document> upserted = new ArrayList<>();
  private int n;
  private int modified;

  private BulkWrite(
      MongoCollection<?> collection,
      UnaryOperator<Document> library,
      boolean isOrdered,
      Oplog oplog) {
    this.name = collection.getCollectionName();
    this.collection = collection;
    this.library = library;
    this.isOrdered = isOrdered;
    this.oplog = oplog;
  }

  /** Whether a command is one of these. */
  static boolean is(String command) {
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "insert", "update", "delete" -> true;
      default -> false;
    };
  }

  /**
   * What the command is answered.
   *
   * @param library runs a command of one update
   */
  static Document run(
      String command,
      Document body,
      MongoCollection<?> collection,
      UnaryOperator<Document> library,
      Oplog oplog) {
    boolean isOrdered = !body.containsKey("ordered") || Utils.isTrue(body.get("ordered"));
    BulkWrite bulk = new BulkWrite(collection, library, isOrdered, oplog);
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "insert" -> bulk.insert(documents(body, "documents")).answer();
      case "update" ->
          bulk.each(documents(body, "updates"), bulk::update)
              .answer()
              .append("nModified", bulk.modified);
      default -> bulk.each(documents(body, "deletes"), bulk::delete).answer();
    };
  }

  @SuppressWarnings("unchecked")
  private static List<Document> documents(Document body, String name) {
    return (List<Document>) body.getOrDefault(name, List.of());
  }

  private static int number(Document document, String name) {
    if (document.get(name) instanceof Number number) {
      return number.intValue();
    }
    throw new MongoServerError(
        MISSING_FIELD,
        "Location40414",
        "BSON field '" + name + "' is missing but a required field");
  }

  private BulkWrite insert(List<Document> documents) {
    errors.addAll(collection.insertDocuments(documents, isOrdered));
    boolean ended = isOrdered && !errors.isEmpty();
    n = ended ? number(errors.get(0), "index") : documents.size() - errors.size();
    return this;
  }

  private interface Step {
    void make(int index, Document write);
  }

  private BulkWrite each(List<Document> writes, Step step) {
    for (int index = 0; index < writes.size(); index++) {
      try {
        step.make(index, writes.get(index));
      } catch (MongoServerException refused) {
        errors.add(error(index, refused));
        if (isOrdered) {
          break;
        }
      }
    }
    return this;
  }

  private static Document error(int index, MongoServerException refused) {
    Optional<MongoServerError> known =
        refused instanceof MongoServerError error ? Optional.of(error) : Optional.empty();
    Document answer =
        new Document("index", index)
            .append("code", known.map(MongoServerError::getCode).orElse(UNKNOWN_ERROR))
            .append("errmsg", refused.getMessageWithoutErrorCode());
    known.map(MongoServerError::getCodeName).ifPresent(name -> answer.put("codeName", name));
    return answer;
  }

  private void update(int index, Document write) {
    if (!(write.get("u") instanceof Document operators)) {
      throw new MongoServerError(
          NOT_IMPLEMENTED, "NotImplemented", "this server has no updates by pipeline");
    }
    if (write.containsKey("arrayFilters")) {
      updateFiltered(index, write);
      return;
    }
    Document made =
        collection.updateDocuments(
            (Document) write.get("q"),
            operators,
            ArrayFilters.empty(),
            Utils.isTrue(write.get("multi")),
            Utils.isTrue(write.get("upsert")),
            oplog);
    n += number(made, "n");
    modified += number(made, "nModified");
    if (made.containsKey("upserted")) {
      n++;
      upserted.add(new Document("index", index).append("_id", made.get("upserted")));
    }
  }

  /** By a command of its own: only the library's commands can read filters of arrays. */
  private void updateFiltered(int index, Document write) {
    Document made = library.apply(new Document("update", name).append("updates", List.of(write)));
    for (Document refused : documents(made, "writeErrors")) {
      throw new MongoServerError(
          (Integer) refused.getOrDefault("code", UNKNOWN_ERROR),
          (String) refused.get("codeName"),
          (String) refused.get("errmsg"));
    }
    n += number(made, "n");
    modified += number(made, "nModified");
    for (Document inserted : documents(made, "upserted")) {
      upserted.add(new Document("index", index).append("_id", inserted.get("_id")));
    }
  }

  private void delete(int index, Document write) {
    n += collection.deleteDocuments((Document) write.get("q"), number(write, "limit"), oplog);
  }

  private Document answer() {
    Document answer = new Document("n", n);
    if (!upserted.isEmpty()) {
      answer.append("upserted", upserted);
    }
    if (!errors.isEmpty()) {
      answer.append("writeErrors", errors);
    }
    return answer.append("ok", 1.0);
  }
}
