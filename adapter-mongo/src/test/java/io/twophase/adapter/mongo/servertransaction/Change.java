package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A document before and after a write.
 *
 * @param before nothing, if it was not there
 * @param after nothing, if it is not there any more
 * @param entries those that the document has had, and has
 */
record Change(
    MongoCollection<?> collection,
    Optional<Document> before,
    Optional<Document> after,
    Set<Entry> entries) {
  private static final String ID = "_id";

  static Change of(
      MongoCollection<?> collection, Optional<Document> before, Optional<Document> after) {
    return new Change(
        collection,
        before.map(Document::cloneDeeply),
        after.map(Document::cloneDeeply),
        Entry.of(collection, Stream.concat(before.stream(), after.stream())));
  }

  /** Returns whether another writer has changed the same document or unique value. */
  boolean meets(List<Change> others) {
    return others.stream().anyMatch(other -> other.entries.stream().anyMatch(entries::contains));
  }

  /** Makes it once more. */
  void apply() {
    Object id = after.or(() -> before).orElseThrow().get(ID);
    collection.deleteDocuments(new Document(ID, id), 1);
    after.ifPresent(document -> collection.addDocument(document.cloneDeeply()));
  }

  /** Takes changes back, the last one first. */
  static void undo(List<Change> changes) {
    for (int at = changes.size() - 1; at >= 0; at--) {
      Change made = changes.get(at);
      new Change(made.collection, made.after, made.before, made.entries).apply();
    }
  }
}
