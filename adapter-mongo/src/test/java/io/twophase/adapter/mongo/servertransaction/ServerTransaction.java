package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.twophase.adapter.mongo.servertransaction.Refusal.Kind;
import io.twophase.adapter.mongo.testing.WriteAnswer;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.adapter.mongo.testing.WriteCommand.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One transaction. It works on copies of the documents, as they were when it began; nobody else
 * sees them before it commits. Not thread-safe.
 */
final class ServerTransaction {

  /** Commands of its own come from no connection. */
  private static final Channel NOBODY = new EmbeddedChannel();

  private static final String ID = "_id";
  private static final Set<String> OF_SESSIONS =
      Set.of("lsid", "txnNumber", "autocommit", "startTransaction", "readConcern");

  private enum State {
    OPEN,
    COMMITTED,
    ABORTED
  }

  private final TransactionBackend server;
  private final History history;
  private final long snapshot;
  private final long beganNanos;
  private MemoryBackend copies = new MemoryBackend();
  private final Set<Entry> copied = new HashSet<>();
  private final Set<String> copiedWhole = new HashSet<>();
  private final Set<String> databases = new HashSet<>();
  private final Set<Entry> written = new HashSet<>();
  private final Map<String, Map<Entry, Object>> changedIds = new LinkedHashMap<>();
  private State state = State.OPEN;

  ServerTransaction(TransactionBackend server, History history, long nowNanos) {
    this.server = server;
    this.history = history;
    this.snapshot = history.snapshot();
    this.beganNanos = nowNanos;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  boolean isCommitted() {
    return state == State.COMMITTED;
  }

  boolean isOlderThan(long nanos, long nowNanos) {
    return nowNanos - beganNanos >= nanos;
  }

  boolean hasWritten(Set<Entry> entries) {
    return entries.stream().anyMatch(written::contains);
  }

  boolean uses(String database) {
    return databases.contains(database);
  }

  /**
   * Runs a command in it.
   *
   * @throws Refusal if it may not run; the transaction is to be aborted then
   */
  Document run(String database, String command, Document query) {
    Document body = new Document();
    query.forEach(
        (field, value) -> {
          if (!OF_SESSIONS.contains(field)) {
            body.put(field, value);
          }
        });
    return switch (command) {
      case "find" -> read(database, command, body, "filter");
      case "distinct" -> read(database, command, body, "query");
      case "aggregate" -> aggregate(database, body);
      case "getMore", "killCursors" -> copied(database, command, body);
      case "findAndModify" -> write(database, SingleWrite.findAndModify(body));
      case "insert", "update", "delete" ->
          write(database, command, WriteCommand.of(command, body).orElseThrow());
      default -> throw new Refusal(Kind.NOT_SUPPORTED, command);
    };
  }

  private Document copied(String database, String command, Document body) {
    return copies.handleCommand(NOBODY, database, command, body);
  }

  private Document read(String database, String command, Document body, String filter) {
    Document asked = body.get(filter) instanceof Document given ? given : new Document();
    copy(database, String.valueOf(body.get(command)), SingleWrite.ids(asked));
    return copied(database, command, body).cloneDeeply();
  }

  /** Of one collection: stages that name another are refused. */
  private Document aggregate(String database, Document body) {
    String pipeline = String.valueOf(body.get("pipeline"));
    for (String stage : List.of("$lookup", "$graphLookup", "$unionWith", "$out", "$merge")) {
      if (pipeline.contains(stage)) {
        throw new Refusal(Kind.NOT_SUPPORTED, stage);
      }
    }
    copy(database, String.valueOf(body.get("aggregate")), Optional.empty());
    return copied(database, "aggregate", body).cloneDeeply();
  }

  private Document write(String database, String command, WriteCommand writes) {
    WriteAnswer answer = new WriteAnswer();
    for (Write each : writes.writes()) {
      Document one = write(database, SingleWrite.of(command, writes, each));
      if (!answer.add(each, one) && writes.isOrdered()) {
        break;
      }
    }
    return answer.document();
  }

  private Document write(String database, SingleWrite write) {
    MongoCollection<?> there = Effect.find(server, database, write.collection());
    if (there == null && write.mayInsert()) {
      throw new Refusal(Kind.NOT_SUPPORTED, "making collection " + write.collection());
    }
    copy(database, write.collection(), write.ids());
    Effect.Answered answered = Effect.make(copies, database, write, this::copied);
    Set<Entry> entries = answered.effect().entries();
    boolean isChangedSince =
        !server.laxities().contains(Laxity.STALE_WRITES)
            && entries.stream().anyMatch(entry -> history.isChangedSince(entry, snapshot));
    if (isChangedSince || server.isWrittenByAnother(this, entries)) {
      throw new Refusal(Kind.WRITE_CONFLICT);
    }
    written.addAll(entries);
    if (there != null) {
      Map<Entry, Object> ids =
          changedIds.computeIfAbsent(
              database + "." + write.collection(), none -> new LinkedHashMap<>());
      answered.effect().ids().forEach(id -> ids.put(Entry.ofId(there, id), id));
    }
    return answered.answer();
  }

  /** Sees to it that the documents are there, as they were when it began. */
  private void copy(String database, String name, Optional<List<Object>> ids) {
    if (history.isDroppedSince(database, snapshot)) {
      throw new Refusal(Kind.SNAPSHOT_UNAVAILABLE, database);
    }
    databases.add(database);
    MongoCollection<?> original = Effect.find(server, database, name);
    if (original == null || copiedWhole.contains(original.getFullName())) {
      return;
    }
    MongoCollection<?> copy = copyOf(original);
    if (ids.isPresent() && !Entry.areOfSeveralIndexes(original)) {
      ids.get().forEach(id -> copy(Entry.ofId(original, id), Effect.document(original, id), copy));
      return;
    }
    for (Entry entry : history.changedSince(database, name, snapshot)) {
      copy(entry, Optional.empty(), copy);
    }
    for (Document document : original.queryAll()) {
      copy(Entry.ofId(original, document.get(ID)), Optional.of(document.cloneDeeply()), copy);
    }
    copiedWhole.add(original.getFullName());
  }

  private void copy(Entry entry, Optional<Document> now, MongoCollection<?> copy) {
    if (copied.add(entry)) {
      history
          .asOf(snapshot, entry, now)
          .ifPresent(document -> copy.addDocument(document.cloneDeeply()));
    }
  }

  /** The collection of copies, with the unique indexes of the original. */
  private MongoCollection<?> copyOf(MongoCollection<?> original) {
    String database = original.getDatabaseName();
    String name = original.getCollectionName();
    MongoCollection<?> copy = Effect.find(copies, database, name);
    if (copy != null) {
      return copy;
    }
    copied(database, "create", new Document("create", name));
    List<Document> unique = new ArrayList<>();
    Document listed =
        server.handleCommand(NOBODY, database, "listIndexes", new Document("listIndexes", name));
    for (Object index : (List<?>) ((Document) listed.get("cursor")).get("firstBatch")) {
      if (((Document) index).containsKey("unique")) {
        unique.add((Document) index);
      }
    }
    if (!unique.isEmpty()) {
      copied(
          database, "createIndexes", new Document("createIndexes", name).append("indexes", unique));
    }
    return Optional.<MongoCollection<?>>ofNullable(Effect.find(copies, database, name))
        .orElseThrow();
  }

  /**
   * Makes its writes everybody's.
   *
   * @param wrote is given what they come to
   */
  void commit(Consumer<Effect> wrote) {
    Map<Entry, Optional<Document>> before = new HashMap<>();
    changedIds.forEach(
        (namespace, ids) -> {
          int dot = namespace.indexOf('.');
          Effect effect =
              effect(namespace.substring(0, dot), namespace.substring(dot + 1), ids.values());
          effect.apply();
          wrote.accept(effect);
          before.putAll(effect.before());
        });
    history.add(before);
    end(State.COMMITTED);
  }

  private Effect effect(String database, String name, Iterable<Object> ids) {
    @Nullable MongoCollection<?> original = Effect.find(server, database, name);
    MongoCollection<?> copy = Effect.find(copies, database, name);
    List<Effect.Images> images = new ArrayList<>();
    if (original != null && copy != null) {
      for (Object id : ids) {
        images.add(new Effect.Images(Effect.document(original, id), Effect.document(copy, id)));
      }
    }
    return new Effect(original, images.stream().filter(Effect.Images::isChange).toList());
  }

  /** Forgets its writes. */
  void abort() {
    if (isOpen()) {
      end(State.ABORTED);
    }
  }

  private void end(State end) {
    state = end;
    history.close(snapshot);
    copies = new MemoryBackend();
    copied.clear();
    copiedWhole.clear();
    databases.clear();
    written.clear();
    changedIds.clear();
  }
}
