package io.twophase.adapter.mongo.server;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A mongo-java-server that has learned the bulk write of MongoDB 8, as the server's manual
 * describes the command: it says that it speaks wire version 25, tells what each write came to, and
 * stops at the first that fails.
 *
 * <p>As a router to shards does, it refuses a write of one document that does not say its {@code
 * _id}.
 */
public final class ClientBulkWriteServer extends MemoryBackend {

  private static final int WIRE_VERSION = 25;
  private static final int INTERNAL_ERROR = 1;
  private static final List<String> SUMS =
      List.of("nErrors", "nInserted", "nDeleted", "nMatched", "nModified");
  private static final Document NOTHING = new Document("_id", new Document("$in", List.of()));

  /** A fresh one, which listens when it is bound. */
  public static MongoServer start() {
    return new MongoServer(new ClientBulkWriteServer());
  }

  @Override
  public Document handleCommand(Channel channel, String database, String command, Document query) {
    if (command.equals("bulkWrite")) {
      return bulkWrite(channel, query);
    }
    WriteCommand.of(command, query).stream()
        .flatMap(writes -> writes.writes().stream())
        .filter(Write::isForOne)
        .forEach(write -> write.filter().ifPresent(ClientBulkWriteServer::route));
    if (command.equals("findAndModify")) {
      route((Document) query.get("query"));
    }
    if (command.equals("update")) {
      String namespace = database + "." + query.get("update");
      documents(query, "updates")
          .forEach(
              update -> update.put("q", weighed(channel, namespace, (Document) update.get("q"))));
    }
    Document answer = super.handleCommand(channel, database, command, query);
    if (command.equalsIgnoreCase("ismaster")) {
      answer.put("maxWireVersion", WIRE_VERSION);
    }
    return answer;
  }

  private static void route(Document filter) {
    if (!namesId(filter)) {
      throw new MongoServerError(61, "ShardKeyNotFound", "could not extract exact shard key");
    }
  }

  private static boolean namesId(Document filter) {
    if (filter.containsKey("_id")) {
      return !(filter.get("_id") instanceof Document of)
          || of.containsKey("$eq")
          || of.keySet().stream().noneMatch(name -> name.startsWith("$"));
    }
    return filter.get("$and") instanceof List<?> all
        && all.stream().anyMatch(one -> namesId((Document) one));
  }

  private Document bulkWrite(Channel channel, Document query) {
    List<Document> results = new ArrayList<>();
    Map<String, Integer> sums = new HashMap<>();
    SUMS.forEach(sum -> sums.put(sum, 0));
    boolean ordered = !Boolean.FALSE.equals(query.get("ordered"));
    for (Document operation : documents(query, "ops")) {
      Document result = write(channel, query, operation).append("idx", results.size());
      results.add(result);
      SUMS.forEach(sum -> sums.merge(sum, number(result, sum), Integer::sum));
      if (ordered && number(result, "nErrors") > 0) {
        break;
      }
    }
    Document answer = new Document("ok", 1.0).append("nUpserted", 0);
    answer.putAll(sums);
    return answer.append(
        "cursor",
        new Document("id", 0L).append("ns", "admin.$cmd.bulkWrite").append("firstBatch", results));
  }

  private static int number(Document document, String field) {
    return document.get(field) instanceof Number number ? number.intValue() : 0;
  }

  private Document write(Channel channel, Document query, Document operation) {
    try {
      return made(channel, query, operation);
    } catch (MongoServerError error) {
      return failed(error.getCode(), error.getMessageWithoutErrorCode());
    } catch (RuntimeException fault) {
      // the library stumbles over some broken documents
      return failed(INTERNAL_ERROR, String.valueOf(fault));
    }
  }

  private Document made(Channel channel, Document query, Document operation) {
    String kind = operation.keySet().iterator().next();
    String namespace = (String) documents(query, "nsInfo").get(number(operation, kind)).get("ns");
    Document answer =
        switch (kind) {
          case "delete" -> delete(channel, namespace, operation);
          case "insert" ->
              one(channel, namespace, kind, "documents", (Document) operation.get("document"));
          default -> update(channel, namespace, operation);
        };
    if (answer.get("writeErrors") instanceof List<?> errors) {
      Document error = (Document) errors.get(0);
      return failed(number(error, "code"), (String) error.get("errmsg"));
    }
    int n = number(answer, "n");
    Document result = new Document("ok", 1.0).append("n", n);
    return switch (kind) {
      case "delete" -> result.append("nDeleted", n);
      case "insert" -> result.append("nInserted", n);
      default -> result.append("nMatched", n).append("nModified", number(answer, "nModified"));
    };
  }

  private static Document failed(int code, String message) {
    return new Document("ok", 0.0)
        .append("n", 0)
        .append("nErrors", 1)
        .append("code", code)
        .append("errmsg", message);
  }

  private Document update(Channel channel, String namespace, Document operation) {
    route((Document) operation.get("filter"));
    Document update =
        new Document("q", weighed(channel, namespace, (Document) operation.get("filter")))
            .append("u", operation.get("updateMods"))
            .append("multi", operation.get("multi"));
    return one(channel, namespace, "update", "updates", update);
  }

  /** The library has no $bsonSize, which the wire version promises: sizes are compared here. */
  private Document weighed(Channel channel, String namespace, Document filter) {
    Document left = filter.clone();
    for (Object condition : filter.get("$and") instanceof List<?> all ? all : List.of()) {
      if (condition instanceof Document one
          && String.valueOf(one.get("$expr")).contains("$bsonSize")) {
        if (bytes(channel, namespace, filter.get("_id")) > most((Document) condition)) {
          return NOTHING;
        }
        left.computeIfPresent(
            "$and",
            (name, conditions) ->
                ((List<?>) conditions).stream().filter(other -> other != condition).toList());
      }
    }
    return left;
  }

  private static long most(Document size) {
    return (Long) ((List<?>) ((Document) size.get("$expr")).get("$lte")).get(1);
  }

  private long bytes(Channel channel, String namespace, Object id) {
    int dot = namespace.indexOf('.');
    String database = namespace.substring(0, dot);
    Document find =
        new Document("find", namespace.substring(dot + 1))
            .append("filter", new Document("_id", id))
            .append("$db", database);
    Document found = super.handleCommand(channel, database, "find", find);
    ByteBuf bytes = Unpooled.buffer();
    documents((Document) found.get("cursor"), "firstBatch")
        .forEach(document -> BsonEncoder.encodeDocument(document, bytes));
    return bytes.readableBytes();
  }

  private Document delete(Channel channel, String namespace, Document operation) {
    route((Document) operation.get("filter"));
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
