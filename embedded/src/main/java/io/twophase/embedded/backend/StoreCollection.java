package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import io.twophase.embedded.document.DocumentCodec;
import io.twophase.embedded.document.DocumentKey;
import io.twophase.embedded.document.DocumentMap;
import io.twophase.embedded.query.ExactPulls;
import io.twophase.embedded.query.FirstInOrder;
import io.twophase.embedded.query.IdLookup;
import io.twophase.embedded.query.PlainUpdate;
import io.twophase.embedded.query.QuickMatch;
import io.twophase.embedded.query.StoredFields;
import io.twophase.embedded.query.UpdateRules;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A collection over stored bytes. Writers take turns; readers take no lock, and each reads copies
 * of its own, so that what they see of one document is the work of whole updates.
 */
final class StoreCollection extends AbstractMongoCollection<DocumentKey> {

  /** What a sort may hold: what MongoDB lets it hold, and an eighth of the heap at most. */
  private static final long SORTED_BYTES =
      Math.min(100L << 20, Runtime.getRuntime().maxMemory() / 8);

  private final DocumentMap documents;
  private final LongAdder documentsRead;
  private final boolean idIndexed;

  /** The update that is being made; used under the lock only. */
  private Optional<Update> current = Optional.empty();

  /** What the update in progress has found out of its query; used under the lock only. */
  private Optional<IdLookup> updating = Optional.empty();

  StoreCollection(
      MongoDatabase database,
      String name,
      CollectionOptions options,
      CursorRegistry cursors,
      DocumentMap documents,
      LongAdder documentsRead) {
    super(database, name, options, cursors);
    this.documents = documents;
    this.documentsRead = documentsRead;
    this.idIndexed = Constants.ID_FIELD.equals(options.getIdField());
    if (idIndexed) {
      // before anyone can see the collection, and whatever the stored list of indexes says
      addIndex(new IdIndex(documents));
    }
  }

  DocumentMap documents() {
    return documents;
  }

  /** An index that cannot be made leaves no entries, which the next attempt would trust. */
  @Override
  public synchronized void addIndex(Index<DocumentKey> index) {
    boolean isMade = index instanceof UniqueIndex && index.isEmpty();
    try {
      super.addIndex(index);
    } catch (RuntimeException | Error e) {
      if (isMade) {
        index.drop();
      }
      throw e;
    }
  }

  /** Takes what is stored along to the name that the collection has now. */
  void rename() {
    documents.rename(getFullName());
    getIndexes().stream()
        .filter(UniqueIndex.class::isInstance)
        .forEach(index -> ((UniqueIndex) index).rename(getFullName()));
  }

  /** Documents and the entries of a unique index are written together. */
  private <T> T together(Supplier<T> changes) {
    return hasUniqueIndex() ? documents.atomically(changes) : changes.get();
  }

  private boolean hasUniqueIndex() {
    return getIndexes().stream().anyMatch(UniqueIndex.class::isInstance);
  }

  Document decode(byte[] bytes) {
    documentsRead.increment();
    return DocumentCodec.decode(bytes);
  }

  /** Also false for no document at all: it was removed after an index had named it. */
  @Override
  protected boolean documentMatchesQuery(@Nullable Document document, Document query) {
    // a matcher of its own, because a shared one remembers positions for the update in progress
    return document != null
        && QuickMatch.rest(document, query)
            .filter(rest -> new DefaultQueryMatcher().matches(document, rest))
            .isPresent();
  }

  /** What an update asks for, and of which documents. */
  private record Update(Document query, Document operators) {}

  /** Asked by the index on {@code _id} before anything of the document is changed. */
  void checkUpdate(Document before, Document after) {
    current.ifPresent(update -> UpdateRules.check(update.operators(), before, after));
  }

  /** Asked by the index on {@code _id} before the document is added. */
  void checkAdd(Document document) {
    current.ifPresentOrElse(
        update -> UpdateRules.checkUpsert(update.operators(), update.query(), document),
        () -> UpdateRules.checkInsert(document));
  }

  /** Runs an update by the library, which is checked as MongoDB checks it. */
  private <T> T checked(Update update, Supplier<T> change) {
    current = Optional.of(update);
    try {
      return together(change);
    } finally {
      current = Optional.empty();
    }
  }

  @Override
  protected @Nullable Document getDocument(DocumentKey position) {
    byte[] bytes = documents.get(position);
    return bytes == null ? null : decode(bytes);
  }

  @Override
  protected DocumentKey addDocumentInternal(Document document) {
    String idField = getIdField();
    DocumentKey key =
        idField == null
            ? DocumentKey.random()
            : DocumentKey.of(Utils.getSubdocumentValue(document, idField));
    documents.insert(key, DocumentCodec.encode(document));
    return key;
  }

  @Override
  protected void handleUpdate(DocumentKey position, Document oldDocument, Document newDocument) {
    documents.replace(position, DocumentCodec.encode(newDocument));
  }

  @Override
  protected void removeDocument(DocumentKey position) {
    documents.remove(position);
  }

  @Override
  protected Stream<DocumentWithPosition<DocumentKey>> streamAllDocumentsWithPosition() {
    return stream().map(e -> new DocumentWithPosition<>(decode(e.getValue()), e.getKey()));
  }

  /** One after the other, and never all in memory: aggregations begin with this. */
  @Override
  public Stream<Document> queryAllAsStream() {
    return stream().map(entry -> decode(entry.getValue()));
  }

  private Stream<Entry<DocumentKey, byte[]>> stream() {
    Iterator<Entry<DocumentKey, byte[]>> all = documents.from(null);
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(all, Spliterator.ORDERED | Spliterator.NONNULL), false);
  }

  @Override
  protected QueryResult queryDocuments(
      Document query,
      @Nullable Document orderBy,
      int numberToSkip,
      int limit,
      int batchSize,
      @Nullable Document fieldSelector) {
    Optional<IdLookup> lookup = ofUpdate().or(() -> lookup(query));
    if (lookup.isEmpty()) {
      return super.queryDocuments(query, orderBy, numberToSkip, limit, batchSize, fieldSelector);
    }
    return matchDocuments(
        lookup.get().rest(),
        lookup.get().keys(),
        orderBy,
        numberToSkip,
        limit,
        batchSize,
        fieldSelector);
  }

  /** Of the update that this thread is making, if it is making one; readers hold no lock. */
  private Optional<IdLookup> ofUpdate() {
    if (!Thread.holdsLock(this)) {
      return Optional.empty();
    }
    Optional<IdLookup> found = updating;
    updating = Optional.empty();
    return found;
  }

  private Optional<IdLookup> lookup(Document query) {
    return idIndexed ? IdLookup.of(query) : Optional.empty();
  }

  @Override
  protected QueryResult matchDocuments(
      Document query,
      @Nullable Document orderBy,
      int numberToSkip,
      int limit,
      int batchSize,
      @Nullable Document fieldSelector) {
    if (batchSize > 0 && (orderBy == null || orderBy.isEmpty() || isById(orderBy))) {
      ScanCursor scan =
          new ScanCursor(
              cursorRegistry.generateCursorId(), this, query, numberToSkip, limit, fieldSelector);
      List<Document> first = scan.takeDocuments(batchSize);
      if (scan.isEmpty()) {
        return new QueryResult(first);
      }
      cursorRegistry.add(scan);
      return new QueryResult(first, scan);
    }
    int most =
        limit > 0
            ? (int) Math.min(Integer.MAX_VALUE, (long) numberToSkip + limit)
            : Integer.MAX_VALUE;
    if (isNaturalDescending(orderBy)) {
      FirstInOrder last = FirstInOrder.backwards(most, SORTED_BYTES);
      offerMatching(query, null, last);
      return answer(last.inOrder(), numberToSkip, batchSize, fieldSelector);
    }
    if (orderBy != null && isSorted(orderBy)) {
      FirstInOrder first = FirstInOrder.by(orderBy, most, SORTED_BYTES);
      offerMatching(query, orderBy, first);
      return answer(first.inOrder(), numberToSkip, batchSize, fieldSelector);
    }
    return matchDocumentsFromStream(
        queryAllAsStream(), query, orderBy, numberToSkip, limit, batchSize, fieldSelector);
  }

  private void offerMatching(Document query, @Nullable Document orderBy, FirstInOrder first) {
    Optional<StoredFields> fields = StoredFields.of(query, orderBy);
    stream()
        .map(Entry::getValue)
        .forEachOrdered(
            stored -> {
              documentsRead.increment();
              Document read =
                  fields.isPresent() ? fields.get().read(stored) : DocumentCodec.decode(stored);
              if (documentMatchesQuery(read, query)) {
                first.offer(read, stored);
              }
            });
  }

  private QueryResult answer(
      List<byte[]> found, int numberToSkip, int batchSize, @Nullable Document fieldSelector) {
    HeldCursor cursor =
        new HeldCursor(
            cursorRegistry.generateCursorId(),
            found.subList(Math.min(numberToSkip, found.size()), found.size()),
            documents -> project(documents, fieldSelector));
    List<Document> batch = cursor.takeDocuments(batchSize > 0 ? batchSize : Integer.MAX_VALUE);
    if (cursor.isEmpty()) {
      return new QueryResult(batch);
    }
    cursorRegistry.add(cursor);
    return new QueryResult(batch, cursor);
  }

  /** Whether a comparison of documents gives the order, and not where they lie. */
  private static boolean isSorted(Document orderBy) {
    return !orderBy.isEmpty() && !orderBy.keySet().iterator().next().startsWith("$");
  }

  /** The documents lie in the order of their ids, so that order costs no sorting. */
  private boolean isById(Document orderBy) {
    return idIndexed
        && orderBy.size() == 1
        && orderBy.get(Constants.ID_FIELD) instanceof Number direction
        && direction.intValue() == 1;
  }

  /** The fields that a query asks for, of documents that match it. */
  List<Document> project(List<Document> matched, @Nullable Document fieldSelector) {
    return matchDocumentsFromStream(new Document(), matched.stream(), 0, 0, 0, null, fieldSelector)
        .collectDocuments();
  }

  /** What is kept for a client that asks for more is weighed, and is not more than it may be. */
  @Override
  protected Cursor createCursor(List<Document> remaining) {
    HeldCursor cursor = HeldCursor.of(cursorRegistry.generateCursorId(), remaining);
    cursorRegistry.add(cursor);
    return cursor;
  }

  @Override
  public int count() {
    return (int) Math.min(Integer.MAX_VALUE, documents.size());
  }

  /** Counted when it is asked for, which is rare, and not at every update. */
  @Override
  protected int getDataSize() {
    return (int) Math.min(Integer.MAX_VALUE, stream().mapToLong(e -> e.getValue().length).sum());
  }

  @Override
  protected boolean tracksDataSize() {
    return false;
  }

  @Override
  protected void updateDataSize(int sizeDelta) {
    throw new UnsupportedOperationException("the size is not tracked");
  }

  @Override
  public synchronized void addDocument(Document document) {
    together(
        () -> {
          super.addDocument(document);
          return document;
        });
  }

  @Override
  public synchronized List<Document> insertDocuments(List<Document> inserted, boolean isOrdered) {
    return together(() -> super.insertDocuments(inserted, isOrdered));
  }

  @Override
  public synchronized Document updateDocuments(
      Document selector,
      Document givenUpdate,
      ArrayFilters arrayFilters,
      boolean isMulti,
      boolean isUpsert,
      Oplog oplog) {
    Document updateQuery = ExactPulls.of(givenUpdate);
    Optional<IdLookup> found = isUpsert ? Optional.empty() : lookup(selector);
    if (found.isEmpty()) {
      return checked(
          new Update(selector, updateQuery),
          () ->
              super.updateDocuments(selector, updateQuery, arrayFilters, isMulti, isUpsert, oplog));
    }
    Optional<Document> answer = updatePlainly(found.get(), updateQuery, isMulti);
    if (answer.isPresent()) {
      return answer.get();
    }
    updating = found;
    try {
      return checked(
          new Update(selector, updateQuery),
          () ->
              super.updateDocuments(
                  found.get().rest(), updateQuery, arrayFilters, isMulti, false, oplog));
    } finally {
      // the library may refuse before it queries, and the next query is another's
      updating = Optional.empty();
    }
  }

  /**
   * Finds first what all of them become; nothing, and nothing changed, if the library is to do it.
   */
  private Optional<Document> updatePlainly(IdLookup found, Document updateQuery, boolean isMulti) {
    Optional<PlainUpdate> update = PlainUpdate.of(updateQuery);
    if (update.isEmpty() || hasUniqueIndex()) {
      return Optional.empty();
    }
    int matched = 0;
    Map<DocumentKey, byte[]> changed = new LinkedHashMap<>();
    for (DocumentKey key : found.keys()) {
      Document document = getDocument(key);
      if (document != null && documentMatchesQuery(document, found.rest())) {
        Optional<Boolean> isAnother = update.get().apply(document);
        if (isAnother.isEmpty()) {
          return Optional.empty();
        }
        matched++;
        if (isAnother.get()) {
          byte[] encoded = DocumentCodec.encode(document);
          if (UpdateRules.isTooLarge(encoded.length)) {
            return Optional.empty();
          }
          changed.put(key, encoded);
        }
        if (!isMulti) {
          break;
        }
      }
    }
    if (!changed.isEmpty()) {
      documents.replace(changed);
    }
    return Optional.of(new Document("n", matched).append("nModified", changed.size()));
  }

  @Override
  public synchronized Document findAndModify(Document query) {
    Document exact = query.clone();
    exact.computeIfPresent(
        "update",
        (name, update) -> update instanceof Document document ? ExactPulls.of(document) : update);
    return checked(
        new Update(part(exact, "query"), part(exact, "update")), () -> super.findAndModify(exact));
  }

  private static Document part(Document command, String name) {
    return command.get(name) instanceof Document part ? part : new Document();
  }

  @Override
  public synchronized int deleteDocuments(Document selector, int limit, Oplog oplog) {
    return together(() -> super.deleteDocuments(selector, limit, oplog));
  }

  @Override
  public synchronized void removeDocument(Document document) {
    together(
        () -> {
          super.removeDocument(document);
          return document;
        });
  }
}
