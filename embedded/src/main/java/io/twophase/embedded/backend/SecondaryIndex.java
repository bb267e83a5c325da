package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Map.Entry;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An index that is not unique. It can be created, listed and dropped, and serves queries only if it
 * is of some documents, as of the few that are unfinished: those that ask for its filter, whatever
 * else they ask for. Its entries are the keys of the documents, in their order.
 *
 * <p>An entry is put before its document is written, and removed after that. So every reader, also
 * after a kill, finds an entry of each document that the filter matches; a document whose entry is
 * left over is read, and does not match.
 */
final class SecondaryIndex extends EmptyIndex<DocumentKey> {

  private static final byte[] NOTHING = DocumentMap.encode(new Document());

  private final Document filter;
  private final DocumentMap entries;

  /**
   * The index has entries if its filter names a value, be it null. A filter that does not, as of
   * the documents that have a field, leaves out too few for what they cost.
   */
  private final boolean isKept;

  /**
   * @param filter empty where it is of all documents
   */
  SecondaryIndex(String name, List<IndexKey> keys, Document filter, DocumentMap entries) {
    super(name, keys);
    this.filter = filter;
    this.entries = entries;
    this.isKept = filter.values().stream().anyMatch(limit -> !(limit instanceof Document));
  }

  /** Returns whether a query matches only what the filter matches. */
  boolean serves(Document query) {
    return isKept && filter.entrySet().stream().allMatch(limit -> asksFor(limit, query));
  }

  /** Returns whether a query asks for a condition, by itself or in a member of an {@code $and}. */
  private static boolean asksFor(Entry<String, Object> limit, Document query) {
    List<?> members = query.get("$and") instanceof List<?> all ? all : List.of();
    return (query.containsKey(limit.getKey())
            && isWithin(query.get(limit.getKey()), limit.getValue()))
        || members.stream()
            .anyMatch(member -> member instanceof Document part && asksFor(limit, part));
  }

  /** Operators limit together: with more of them a condition allows no more. */
  private static boolean isWithin(@Nullable Object condition, @Nullable Object limit) {
    return (condition instanceof Document operators
            && limit instanceof Document asked
            && QueryMatch.hasOperator(asked))
        ? operators.entrySet().containsAll(asked.entrySet())
        : ExactValues.areEqual(condition, limit);
  }

  /** The keys of the documents, from one on, or from the first. */
  Stream<DocumentKey> keysFrom(@Nullable DocumentKey first) {
    return entries.from(first).map(entry -> entry.getKey());
  }

  /** Sees to the entry of a document that is about to be written; returns whether it has one. */
  boolean put(DocumentKey key, Document document) {
    boolean matches = isKept && QueryMatch.matches(document, filter);
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
    if (isKept) {
      entries.create();
    }
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
    return isKept && !entries.exists();
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
