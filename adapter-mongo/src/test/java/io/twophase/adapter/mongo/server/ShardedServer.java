package io.twophase.adapter.mongo.server;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.netty.channel.Channel;
import io.twophase.adapter.mongo.testing.WriteAnswer;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A server of this process that routes to three shards, as a router of MongoDB 4.2 to 6 does by its
 * documentation. A collection is on the first shard until a test shards it.
 *
 * <ul>
 *   <li>An insert goes to the shard of the document's key, and only that shard's ids count.
 *   <li>A write of one document goes to the shard of the key that its filter says. If the filter
 *       does not say the key, then a replacement goes to the shard of the replacement's key, and an
 *       update or a removal that names an {@code _id} goes to all shards.
 *   <li>Anything else of one document is refused, and so is a search and update without the key.
 * </ul>
 */
public final class ShardedServer implements AutoCloseable {

  private static final int SHARDS = 3;
  private static final int SHARD_KEY_NOT_FOUND = 61;
  private static final Set<String> READS = Set.of("find", "count", "distinct", "aggregate");
  private static final Set<String> OF_ALL =
      Set.of("create", "createIndexes", "drop", "dropDatabase", "dropIndexes", "collMod");

  private final List<MemoryBackend> shards =
      IntStream.range(0, SHARDS).mapToObj(shard -> new MemoryBackend()).toList();
  private final Map<String, ShardKey> keys = new ConcurrentHashMap<>();
  private final Optional<ShardKey> otherwise;
  private final MongoServer server = new MongoServer(new Router());
  private volatile boolean isClosedBook;

  private ShardedServer(Optional<ShardKey> otherwise) {
    this.otherwise = otherwise;
    server.bind();
  }

  /** A fresh one, on which a collection is on one shard until it is sharded. */
  public static ShardedServer start() {
    return new ShardedServer(Optional.empty());
  }

  /** A fresh one, on which every collection is sharded by the hash of its ids. */
  public static ShardedServer byHashedIds() {
    return new ShardedServer(Optional.of(new ShardKey(new Document("_id", "hashed"))));
  }

  /** Where a driver finds it. */
  public String uri() {
    return server.getConnectionString();
  }

  /** Spreads a collection, which has no documents yet, by these fields. */
  public void shard(String namespace, String... fields) {
    Document pattern = new Document();
    for (String field : fields) {
      pattern.append(field, 1);
    }
    keys.put(namespace, new ShardKey(pattern));
  }

  /** Lets nobody read by which keys collections are sharded, as for a login without the right. */
  public void closeBook() {
    isClosedBook = true;
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private Optional<ShardKey> key(String namespace) {
    return Optional.ofNullable(keys.get(namespace)).or(() -> otherwise);
  }

  private final class Router extends MemoryBackend {

    @Override
    public synchronized Document handleCommand(
        Channel channel, String database, String command, Document query) {
      if (database.equals("config") && command.equals("find")) {
        return catalogue((Document) query.get("filter"));
      }
      Optional<ShardKey> key = key(database + "." + query.get(command));
      Optional<WriteCommand> writes = WriteCommand.of(command, query);
      if (writes.isPresent() && key.isPresent()) {
        return new Run(channel, database, command, writes.get(), key.get()).answer();
      }
      if (command.equals("findAndModify") && key.isPresent()) {
        return key.get()
            .ofFilter((Document) query.get("query"), SHARDS)
            .map(shard -> shards.get(shard).handleCommand(channel, database, command, query))
            .orElseThrow(ShardedServer::noKey);
      }
      if (READS.contains(command) && key.isPresent()) {
        return merged(channel, database, (String) query.get(command))
            .handleCommand(channel, database, command, withoutBatches(query));
      }
      if (command.equals("listCollections")) {
        return listCollections(channel, database, query);
      }
      if (OF_ALL.contains(command) || command.equals("listIndexes")) {
        return ofAll(channel, database, command, query);
      }
      Document answer = shards.get(0).handleCommand(channel, database, command, query);
      if (command.toLowerCase(Locale.ROOT).equals("ismaster")) {
        answer.put("msg", "isdbgrid");
      }
      return answer;
    }

    private Document catalogue(Document filter) {
      if (isClosedBook) {
        throw new MongoServerError(13, "Unauthorized", "not authorized on config");
      }
      String namespace = (String) filter.get("_id");
      List<Document> found =
          key(namespace).stream()
              .map(key -> new Document("_id", namespace).append("key", key.pattern()))
              .toList();
      return new Document(
              "cursor",
              new Document("id", 0L).append("ns", "config.collections").append("firstBatch", found))
          .append("ok", 1.0);
    }

    /** All shards' documents in one place, for a read. */
    private MemoryBackend merged(Channel channel, String database, String collection) {
      MemoryBackend all = new MemoryBackend();
      Document find = new Document("find", collection).append("$db", database);
      for (MemoryBackend shard : shards) {
        List<Document> documents = batch(shard.handleCommand(channel, database, "find", find));
        if (!documents.isEmpty()) {
          all.handleCommand(
              channel,
              database,
              "insert",
              new Document("insert", collection)
                  .append("documents", documents)
                  .append("ordered", false)
                  .append("$db", database));
        }
      }
      return all;
    }

    private Document listCollections(Channel channel, String database, Document query) {
      Document answer = new Document();
      List<Document> entries = new ArrayList<>();
      for (MemoryBackend shard : shards) {
        answer = shard.handleCommand(channel, database, "listCollections", query);
        for (Document entry : batch(answer)) {
          if (entries.stream().noneMatch(known -> known.get("name").equals(entry.get("name")))) {
            entries.add(entry);
          }
        }
      }
      ((Document) answer.get("cursor")).put("firstBatch", entries);
      return answer;
    }

    /** On every shard; one that has no such collection refuses it. */
    private Document ofAll(Channel channel, String database, String command, Document query) {
      @Nullable Document answer = null;
      @Nullable MongoServerError refusal = null;
      for (MemoryBackend shard : shards) {
        try {
          Document one = shard.handleCommand(channel, database, command, query);
          answer = answer == null ? one : answer;
        } catch (MongoServerError refused) {
          refusal = refused;
        }
      }
      if (answer == null) {
        throw refusal == null ? noKey() : refusal;
      }
      return answer;
    }
  }

  /** One command's writes, each of its shards. */
  private final class Run {

    private final Channel channel;
    private final String database;
    private final String name;
    private final WriteCommand command;
    private final ShardKey key;

    Run(Channel channel, String database, String name, WriteCommand command, ShardKey key) {
      this.channel = channel;
      this.database = database;
      this.name = name;
      this.command = command;
      this.key = key;
    }

    Document answer() {
      WriteAnswer answer = new WriteAnswer();
      for (Write write : command.writes()) {
        boolean isMade = true;
        List<MemoryBackend> targets = targets(write);
        if (targets.isEmpty()) {
          answer.fail(write, SHARD_KEY_NOT_FOUND, noKey().getMessageWithoutErrorCode());
          isMade = false;
        }
        for (MemoryBackend shard : targets) {
          Document alone = command.only(write.body());
          isMade &= answer.add(write, shard.handleCommand(channel, database, name, alone));
        }
        if (!isMade && command.isOrdered()) {
          break;
        }
      }
      return answer.document();
    }

    private List<MemoryBackend> targets(Write write) {
      if (name.equals("insert")) {
        return one(key.ofDocument(write.body(), SHARDS));
      }
      Document filter = write.filter().orElseThrow();
      Optional<Integer> said = key.ofFilter(filter, SHARDS);
      if (said.isPresent() || Boolean.TRUE.equals(write.body().get("upsert"))) {
        return one(said);
      }
      if (write.body().get("u") instanceof Document update && isReplacement(update)) {
        return one(key.ofDocument(update, SHARDS));
      }
      return ShardKey.namesId(filter) || !write.isForOne() ? shards : List.of();
    }

    private List<MemoryBackend> one(Optional<Integer> shard) {
      return shard.map(shards::get).stream().toList();
    }

    private static boolean isReplacement(Document update) {
      return update.keySet().stream().noneMatch(name -> name.startsWith("$"));
    }
  }

  private static MongoServerError noKey() {
    return new MongoServerError(
        SHARD_KEY_NOT_FOUND, "ShardKeyNotFound", "could not extract exact shard key");
  }

  private static Document withoutBatches(Document query) {
    Document whole = new Document();
    whole.putAll(query);
    whole.remove("batchSize");
    return whole;
  }

  private static List<Document> batch(Document answer) {
    return ((Collection<?>) ((Document) answer.get("cursor")).get("firstBatch"))
        .stream().map(Document.class::cast).toList();
  }
}
