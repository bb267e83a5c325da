package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A command that inserts, updates or deletes: a list of writes, each made as a command of its own.
 * An ordered one, which each is that does not say otherwise, ends with the first write that fails,
 * as on MongoDB; the library's own commands go on.
 */
final class BulkWrite {

  private static final int UNKNOWN_ERROR = 8;
  private static final int MISSING_FIELD = 40414;
  private static final int NOT_IMPLEMENTED = 238;

  /** The commands, and where each has its writes. */
  private static final Map<String, String> COMMANDS =
      Map.of("insert", "documents", "update", "updates", "delete", "deletes");

  private final List<Document> errors = new ArrayList<>();
  private final List<Document> upserted = new ArrayList<>();
  private int n;
  private int modified;

  private BulkWrite() {}

  /** Returns whether a command is one of these. */
  static boolean is(String command) {
    return COMMANDS.containsKey(command.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns what the command is answered.
   *
   * @param library runs a command of one write
   */
  static Document run(String command, Document body, UnaryOperator<Document> library) {
    String name = command.toLowerCase(Locale.ROOT);
    String field = Objects.requireNonNull(COMMANDS.get(name));
    boolean isOrdered = !body.containsKey("ordered") || Utils.isTrue(body.get("ordered"));
    List<Document> writes = documents(body, field);
    BulkWrite bulk = new BulkWrite();
    for (int index = 0; index < writes.size(); index++) {
      Document write = writes.get(index);
      try {
        check(name, write);
        bulk.add(
            index,
            library.apply(new Document(name, body.get(command)).append(field, List.of(write))));
      } catch (MongoServerException refused) {
        bulk.addError(index, error(refused));
      }
      if (isOrdered && !bulk.errors.isEmpty()) {
        break;
      }
    }
    return bulk.answer(name.equals("update"));
  }

  private static void check(String command, Document write) {
    if (command.equals("update") && !(write.get("u") instanceof Document)) {
      throw new MongoServerError(
          NOT_IMPLEMENTED, "NotImplemented", "this server has no updates by pipeline");
    }
    if (command.equals("delete") && !(write.get("limit") instanceof Number)) {
      throw new MongoServerError(
          MISSING_FIELD, "Location40414", "BSON field 'limit' is missing but a required field");
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Document> documents(Document body, String name) {
    return (List<Document>) body.getOrDefault(name, List.of());
  }

  private static Document error(MongoServerException refused) {
    Document error = new Document("errmsg", refused.getMessageWithoutErrorCode());
    if (refused instanceof MongoServerError known) {
      error.append("code", known.getCode()).putIfNotNull("codeName", known.getCodeName());
    }
    return error;
  }

  private void addError(int index, Document error) {
    error.putIfAbsent("code", UNKNOWN_ERROR);
    error.put("index", index);
    errors.add(error);
  }

  /** Adds the library's answer to one write. */
  private void add(int index, Document made) {
    List<Document> refused = documents(made, "writeErrors");
    refused.forEach(error -> addError(index, error));
    if (refused.isEmpty()) {
      n += (Integer) made.getOrDefault("n", 0);
      modified += (Integer) made.getOrDefault("nModified", 0);
      documents(made, "upserted")
          .forEach(one -> upserted.add(new Document("index", index).append("_id", one.get("_id"))));
    }
  }

  private Document answer(boolean isUpdate) {
    Document answer = new Document("n", n);
    if (isUpdate) {
      answer.append("nModified", modified);
    }
    if (!upserted.isEmpty()) {
      answer.append("upserted", upserted);
    }
    if (!errors.isEmpty()) {
      answer.append("writeErrors", errors);
    }
    return answer.append("ok", 1.0);
  }
}
