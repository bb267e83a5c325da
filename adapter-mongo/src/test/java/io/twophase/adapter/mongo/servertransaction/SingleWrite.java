package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.QueryParameters;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One write of a command.
 *
 * @param command the command's name
 * @param body the command, with this write alone
 * @param query what finds the documents that it is for, in the order in which it finds them
 * @param isForOne whether it is for the first of them only
 */
record SingleWrite(String command, Document body, Document query, boolean isForOne) {

  private static final String ID = "_id";

  /** One of a command of several. */
  static SingleWrite of(String command, WriteCommand all, Write write) {
    Document query = write.filter().orElseGet(() -> new Document(ID, write.body().get(ID)));
    return new SingleWrite(command, all.only(write.body()), query, write.isForOne());
  }

  /** A find and modify. */
  static SingleWrite findAndModify(Document body) {
    Document query = new Document("$query", body.getOrDefault("query", new Document()));
    if (body.get("sort") instanceof Document sort) {
      query.append("$orderby", sort);
    }
    return new SingleWrite("findAndModify", body, query, true);
  }

  /** The name of the collection. */
  String collection() {
    return String.valueOf(body.get(command));
  }

  /** The ids that name the documents; nothing if they are found by other means. */
  Optional<List<Object>> ids() {
    Document filter = query.get("$query") instanceof Document inner ? inner : query;
    return ids(filter);
  }

  /** The ids that a filter names; nothing if it finds documents by other means. */
  static Optional<List<Object>> ids(Document filter) {
    return new Write(0, new Document("q", filter)).ids();
  }

  /** Whether it makes a document, if it finds none. */
  boolean mayInsert() {
    return command.equals("insert")
        || (body.get("updates") instanceof List<?> updates
            && updates.stream().anyMatch(SingleWrite::isUpsert))
        || isUpsert(body);
  }

  private static boolean isUpsert(Object write) {
    return write instanceof Document document && Boolean.TRUE.equals(document.get("upsert"));
  }

  /** Copies of the documents that it would be for. */
  List<Document> found(MongoCollection<?> collection) {
    List<Document> found = new ArrayList<>();
    for (Document document :
        collection.handleQuery(new QueryParameters(query, 0, isForOne ? 1 : 0))) {
      found.add(document.cloneDeeply());
    }
    return found;
  }

  /** The id of the document that it has made, by its answer. */
  Optional<Object> inserted(Document answer) {
    if (command.equals("insert")) {
      return Optional.ofNullable(query.get(ID));
    }
    Object last = answer.get("lastErrorObject");
    if (last instanceof Document object && object.containsKey("upserted")) {
      return Optional.of(object.get("upserted"));
    }
    if (isUpsert(body) && answer.get("value") instanceof Document after) {
      return Optional.of(after.get(ID));
    }
    return answer.get("upserted") instanceof List<?> upserted && !upserted.isEmpty()
        ? Optional.of(((Document) upserted.get(0)).get(ID))
        : Optional.empty();
  }
}
