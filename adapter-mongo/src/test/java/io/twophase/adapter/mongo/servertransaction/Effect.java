package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What writes have come to, on one collection: the documents that are other than they were.
 *
 * @param collection which; nothing where there is none
 */
record Effect(@Nullable MongoCollection<?> collection, List<Images> images) {

  private static final String ID = "_id";

  /**
   * A document before and after.
   *
   * @param before nothing, if it was not there
   * @param after nothing, if it is not there any more
   */
  record Images(Optional<Document> before, Optional<Document> after) {

    boolean isChange() {
      return !before.equals(after);
    }

    private Object id() {
      return after.or(() -> before).orElseThrow().get(ID);
    }
  }

  /** Runs a command. */
  interface Runner {
    Document run(String database, String command, Document body);
  }

  /**
   * The answer to a write.
   *
   * @param effect what it has changed
   */
  record Answered(Document answer, Effect effect) {}

  /** Makes one write. */
  static Answered make(MongoBackend backend, String database, SingleWrite write, Runner runner) {
    Map<Entry, Document> before = new HashMap<>();
    MongoCollection<?> there = find(backend, database, write.collection());
    if (there != null) {
      write.found(there).forEach(found -> before.put(Entry.ofId(there, found.get(ID)), found));
    }
    Document answer = runner.run(database, write.command(), write.body());
    MongoCollection<?> now = find(backend, database, write.collection());
    if (now == null) {
      return new Answered(answer, new Effect(null, List.of()));
    }
    List<Object> ids = new ArrayList<>();
    before.values().forEach(document -> ids.add(document.get(ID)));
    write
        .inserted(answer)
        .filter(id -> !before.containsKey(Entry.ofId(now, id)))
        .ifPresent(ids::add);
    List<Images> images =
        ids.stream()
            .map(
                id ->
                    new Images(
                        Optional.ofNullable(before.get(Entry.ofId(now, id))), document(now, id)))
            .filter(Images::isChange)
            .toList();
    return new Answered(answer, new Effect(now, images));
  }

  static @Nullable MongoCollection<?> find(MongoBackend backend, String database, String name) {
    return backend.resolveDatabase(database).resolveCollection(name, false);
  }

  /** A copy of a document. */
  static Optional<Document> document(MongoCollection<?> collection, Object id) {
    for (Document document : collection.handleQuery(new Document(ID, id), 0, 1)) {
      return Optional.of(document.cloneDeeply());
    }
    return Optional.empty();
  }

  /** All entries that are other than they were, or of a document that is. */
  Set<Entry> entries() {
    Set<Entry> entries = new HashSet<>();
    if (collection != null) {
      for (Images each : images) {
        each.before().ifPresent(document -> entries.addAll(Entry.of(collection, document)));
        each.after().ifPresent(document -> entries.addAll(Entry.of(collection, document)));
      }
    }
    return entries;
  }

  /** The ids of the documents. */
  List<Object> ids() {
    return images.stream().map(Images::id).toList();
  }

  /** For the history: what was there. */
  Map<Entry, Optional<Document>> before() {
    Map<Entry, Optional<Document>> before = new HashMap<>();
    entries().forEach(entry -> before.put(entry, Optional.empty()));
    if (collection != null) {
      images.forEach(each -> before.put(Entry.ofId(collection, each.id()), each.before()));
    }
    return before;
  }

  /** Makes it so, where it is not yet. Unique values may move from one document to another. */
  void apply() {
    if (collection != null) {
      images.forEach(each -> collection.deleteDocuments(new Document(ID, each.id()), 1));
      images.forEach(
          each -> each.after().ifPresent(after -> collection.addDocument(after.cloneDeeply())));
    }
  }

  /** Takes it back. */
  void undo() {
    new Effect(
            collection,
            images.stream().map(each -> new Images(each.after(), each.before())).toList())
        .apply();
  }
}
