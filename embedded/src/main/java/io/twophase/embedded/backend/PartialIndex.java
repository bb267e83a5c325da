package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.embedded.document.DocumentCodec;
import io.twophase.embedded.document.DocumentConditions;
import io.twophase.embedded.document.DocumentKey;
import io.twophase.embedded.document.DocumentMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An index of some documents, as of the few that are unfinished: it serves the queries that ask for
 * its filter, whatever else they ask for. Its entries are the keys of the documents, in their
 * order.
 *
 * <p>An entry is put before its document is written, and removed after that. So every reader, also
 * after a kill, finds an entry of each document that the filter matches; a document whose entry is
 * left over is read, and does not match.
 */
final class PartialIndex extends ListedIndex {

  private static final byte[] NOTHING = DocumentCodec.encode(new Document());
  private static final Document EXISTS = new Document("$exists", true);

  private final Document filter;
  private final DocumentMap entries;

  PartialIndex(String name, List<IndexKey> keys, Document filter, DocumentMap entries) {
    super(name, keys);
    this.filter = DocumentConditions.exact(filter);
    this.entries = entries;
  }

  /**
   * Returns whether a filter names a value, be it null. One that does not, as of the documents that
   * have a field, leaves out too few for what its entries cost.
   */
  static boolean isWorthwhile(Document filter) {
    return filter.values().stream().anyMatch(condition -> !(condition instanceof Document));
  }

  /** Returns whether a query, whose conditions are exact, matches only what the filter matches. */
  boolean serves(Document query) {
    return filter.entrySet().stream()
        .allMatch(
            limit ->
                query.containsKey(limit.getKey())
                    && isWithin(query.get(limit.getKey()), limit.getValue()));
  }

  private static boolean isWithin(@Nullable Object condition, @Nullable Object limit) {
    boolean asksWhetherIsThere =
        condition instanceof Document operators
            && Boolean.TRUE.equals(operators.get("$exists"))
            && EXISTS.equals(limit);
    return asksWhetherIsThere || Arrays.equals(encoded(condition), encoded(limit));
  }

  /** Documents are equal whatever the order of their fields, and mean something else. */
  private static byte[] encoded(@Nullable Object value) {
    return DocumentCodec.encode(new Document("", value));
  }

  /** The keys of the documents, from one on, or from the first. */
  Stream<DocumentKey> keysFrom(@Nullable DocumentKey first) {
    return entries.from(first).map(entry -> entry.getKey());
  }

  /** Sees to the entry of a document that is about to be written; returns whether it has one. */
  boolean put(DocumentKey key, Document document) {
    boolean matches = new DefaultQueryMatcher().matches(document, filter);
    if (matches && !entries.contains(key)) {
      entries.insert(key, NOTHING);
    }
    return matches;
  }

  /** Removes the entry, if there is one, of a document that does not match any more. */
  void remove(DocumentKey key) {
    entries.remove(key);
  }

  /** Notes that there is an entry of each document that matches, even of none. */
  void complete() {
    entries.create();
  }

  void rename(String collection) {
    entries.rename(UniqueIndex.storedAs(collection, getName()));
  }

  /** Asked by the library of each document that is there when the index is made. */
  @Override
  public void add(
      Document document, DocumentKey position, MongoCollection<DocumentKey> collection) {
    boolean unused = put(position, document);
  }

  /** Only before it is made, or every opening would read all documents. */
  @Override
  public boolean isEmpty() {
    return !entries.exists();
  }

  @Override
  public long getCount() {
    return entries.size();
  }

  @Override
  public void drop() {
    entries.drop();
  }
}
