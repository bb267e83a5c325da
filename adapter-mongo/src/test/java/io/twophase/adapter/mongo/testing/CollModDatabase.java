package io.twophase.adapter.mongo.testing;

import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.oplog.Oplog;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers {@code create} with a validator as MongoDB does, and changes validators and the periods
 * of indexes by {@code collMod}.
 */
final class CollModDatabase extends MemoryDatabase {

  private static final List<String> OPTIONS =
      List.of("validator", "validationLevel", "validationAction");

  private static final String EXPIRE_AFTER = "expireAfterSeconds";

  private final Map<String, Document> options = new ConcurrentHashMap<>();
  private final Map<Object, Object> periods = new ConcurrentHashMap<>();

  CollModDatabase(String name, CursorRegistry cursors) {
    super(name, cursors);
  }

  @Override
  public Document handleCommand(
      Channel channel, String command, Document query, DatabaseResolver resolver, Oplog oplog) {
    if (command.equals("collMod")) {
      change(channel, query, resolver, oplog);
      return new Document("ok", 1.0);
    }
    Document answer = super.handleCommand(channel, command, query, resolver, oplog);
    if (command.equals("create")) {
      keepOptions((String) query.get(command), query);
    } else if (command.equals("listCollections")) {
      firstBatch(answer).forEach(this::showOptions);
    } else if (command.equals("listIndexes")) {
      firstBatch(answer).forEach(this::showPeriod);
    }
    return answer;
  }

  private void change(Channel channel, Document query, DatabaseResolver resolver, Oplog oplog) {
    String collection = (String) query.get("collMod");
    Document index = (Document) query.get("index");
    if (index == null) {
      keepOptions(collection, query);
      return;
    }
    Document listing = new Document("listIndexes", collection);
    boolean there =
        firstBatch(handleCommand(channel, "listIndexes", listing, resolver, oplog)).stream()
            .anyMatch(listed -> listed.get("key").equals(index.get("keyPattern")));
    if (!there) {
      throw new MongoServerError(27, "IndexNotFound", "cannot find index in " + collection);
    }
    periods.put(index.get("keyPattern"), index.get(EXPIRE_AFTER));
  }

  private void keepOptions(String collection, Document query) {
    Document kept = options.computeIfAbsent(collection, name -> new Document());
    OPTIONS.stream().filter(query::containsKey).forEach(name -> kept.put(name, query.get(name)));
  }

  private void showOptions(Document listed) {
    listed.put("options", options.getOrDefault((String) listed.get("name"), new Document()));
  }

  private void showPeriod(Document listed) {
    Object period = periods.get(listed.get("key"));
    if (period != null) {
      listed.put(EXPIRE_AFTER, period);
    }
  }

  private static List<Document> firstBatch(Document answer) {
    return documents(((Document) answer.get("cursor")).get("firstBatch"));
  }

  @SuppressWarnings("unchecked")
  private static List<Document> documents(Object list) {
    return (List<Document>) list;
  }
}
