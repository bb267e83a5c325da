package io.twophase.adapter.mongo.clientbulk;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * A mongo-java-server that has learned the bulk write of MongoDB 8, as the server's manual
 * describes the command: it says that it speaks wire version 25, and tells what each update came
 * to. It may refuse the command all the same, as MongoDB 8 does at an older feature compatibility
 * version.
 */
public final class ClientBulkWriteServer extends MemoryBackend {

  private static final int WIRE_VERSION = 25;
  private static final int NO_REFUSAL = 0;

  private final IntSupplier refusal;

  private ClientBulkWriteServer(IntSupplier refusal) {
    this.refusal = refusal;
  }

  /** A fresh one, which listens when it is bound. */
  public static MongoServer start() {
    return start(() -> NO_REFUSAL);
  }

  /**
   * A fresh one, which listens when it is bound.
   *
   * @param refusal the code with which it refuses the command at the moment; 0 if it does not
   */
  public static MongoServer start(IntSupplier refusal) {
    return new MongoServer(new ClientBulkWriteServer(refusal));
  }

  @Override
  public Document handleCommand(Channel channel, String database, String command, Document query) {
    if (command.equals("bulkWrite")) {
      int code = refusal.getAsInt();
      return code == NO_REFUSAL
          ? bulkWrite(channel, query)
          : new Document("ok", 0.0).append("code", code).append("errmsg", "no bulkWrite here");
    }
    Document answer = super.handleCommand(channel, database, command, query);
    if (command.equalsIgnoreCase("ismaster")) {
      answer.put("maxWireVersion", WIRE_VERSION);
    }
    return answer;
  }

  private Document bulkWrite(Channel channel, Document query) {
    List<Document> results = new ArrayList<>();
    int matched = 0;
    int modified = 0;
    int deleted = 0;
    for (Document operation : documents(query, "ops")) {
      String kind = operation.containsKey("delete") ? "delete" : "update";
      int index = ((Number) operation.get(kind)).intValue();
      String namespace = (String) documents(query, "nsInfo").get(index).get("ns");
      if (kind.equals("delete")) {
        int n = ((Number) delete(channel, namespace, operation).get("n")).intValue();
        deleted += n;
        results.add(new Document("ok", 1.0).append("idx", results.size()).append("n", n));
        continue;
      }
      Document answer = update(channel, namespace, operation);
      int n = ((Number) answer.get("n")).intValue();
      int nModified = ((Number) answer.get("nModified")).intValue();
      matched += n;
      modified += nModified;
      results.add(
          new Document("ok", 1.0)
              .append("idx", results.size())
              .append("n", n)
              .append("nModified", nModified));
    }
    return new Document("ok", 1.0)
        .append("nErrors", 0)
        .append("nInserted", 0)
        .append("nUpserted", 0)
        .append("nDeleted", deleted)
        .append("nMatched", matched)
        .append("nModified", modified)
        .append(
            "cursor",
            new Document("id", 0L)
                .append("ns", "admin.$cmd.bulkWrite")
                .append("firstBatch", results));
  }

  private Document update(Channel channel, String namespace, Document operation) {
    Document update =
        new Document("q", withoutSize((Document) operation.get("filter")))
            .append("u", operation.get("updateMods"))
            .append("multi", operation.get("multi"));
    return one(channel, namespace, "update", "updates", update);
  }

  /** The library has no $bsonSize, which the wire version promises: no document is too large. */
  private static Document withoutSize(Document filter) {
    Document left = filter.clone();
    left.computeIfPresent(
        "$and",
        (name, conditions) ->
            ((List<?>) conditions)
                .stream()
                    .filter(condition -> !condition.toString().contains("$bsonSize"))
                    .toList());
    return left;
  }

  private Document delete(Channel channel, String namespace, Document operation) {
    Document deletion = new Document("q", operation.get("filter")).append("limit", 1);
    return one(channel, namespace, "delete", "deletes", deletion);
  }

  private Document one(
      Channel channel, String namespace, String name, String list, Document element) {
    int dot = namespace.indexOf('.');
    String database = namespace.substring(0, dot);
    Document command =
        new Document(name, namespace.substring(dot + 1))
            .append(list, List.of(element))
            .append("$db", database);
    return super.handleCommand(channel, database, name, command);
  }

  @SuppressWarnings("unchecked")
  private static List<Document> documents(Document query, String name) {
    return (List<Document>) query.get(name);
  }
}
