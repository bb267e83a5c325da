package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** A collection over stored bytes. Writers take turns. */
final class StoreCollection extends ReadCollection {

  /** The update that is being made; used under the lock only. */
  private Optional<Update> current = Optional.empty();

  /** The bytes of the document that was checked last and is written next; under the lock only. */
  private Optional<byte[]> checked = Optional.empty();

  StoreCollection(
      MongoDatabase database,
      String name,
      CollectionOptions options,
      CursorRegistry cursors,
      DocumentMap documents,
      LongAdder documentsRead) {
    super(database, name, options, cursors, documents, documentsRead);
    if (isIdIndexed()) {
      // before anyone can see the collection, and whatever the stored list of indexes says
      addIndex(new IdIndex(documents));
    }
  }

  /** An index that cannot be made leaves no entries, which the next attempt would trust. */
  @Override
  public synchronized void addIndex(Index<DocumentKey> index) {
    boolean isMade = index.isEmpty();
    documents()
        .atomically(
            () -> {
              try {
                super.addIndex(index);
                partials().forEach(SecondaryIndex::complete);
                return index;
              } catch (RuntimeException | Error e) {
                if (isMade) {
                  index.drop();
                }
                throw e;
              }
            });
  }

  private List<SecondaryIndex> partials() {
    return getIndexes().stream()
        .filter(SecondaryIndex.class::isInstance)
        .map(SecondaryIndex.class::cast)
        .toList();
  }

  /** Takes what is stored along to the name that the collection has now. */
  void rename() {
    documents().rename(getFullName());
    getIndexes().stream()
        .filter(UniqueIndex.class::isInstance)
        .forEach(index -> ((UniqueIndex) index).rename(getFullName()));
    partials().forEach(index -> index.rename(getFullName()));
  }

  /** Documents and the entries of a unique index are written together. */
  private <T> T together(Supplier<T> changes) {
    return hasUniqueIndex() ? documents().atomically(changes) : changes.get();
  }

  private boolean hasUniqueIndex() {
    return getIndexes().stream().anyMatch(UniqueIndex.class::isInstance);
  }

  /** The operators of an update, and its query. */
  private record Update(Document query, Document operators) {}

  /** Asked by the index on {@code _id} before anything of the document is changed. */
  void checkUpdate(Document before, Document after) {
    byte[] encoded = DocumentMap.encode(after);
    current.ifPresent(update -> UpdateRules.check(update.operators(), before, after, encoded));
    checked = Optional.of(encoded);
  }

  /** Asked by the index on {@code _id} before the document is added. */
  void checkAdd(Document document) {
    byte[] encoded = DocumentMap.encode(document);
    current.ifPresentOrElse(
        update -> UpdateRules.checkUpsert(update.operators(), update.query(), document, encoded),
        () -> UpdateRules.checkInsert(encoded));
    checked = Optional.of(encoded);
  }

  private byte[] encoded(Document document) {
    byte[] encoded = checked.orElseGet(() -> DocumentMap.encode(document));
    checked = Optional.empty();
    return encoded;
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
  protected DocumentKey addDocumentInternal(Document document) {
    String idField = getIdField();
    DocumentKey key =
        idField == null
            ? DocumentKey.random()
            : DocumentKey.of(Utils.getSubdocumentValue(document, idField));
    partials().forEach(index -> index.put(key, document));
    documents().insert(key, encoded(document));
    return key;
  }

  @Override
  protected void handleUpdate(DocumentKey position, Document oldDocument, Document newDocument) {
    replace(position, newDocument, encoded(newDocument));
  }

  private void replace(DocumentKey key, Document document, byte[] encoded) {
    List<SecondaryIndex> left =
        partials().stream().filter(index -> !index.put(key, document)).toList();
    documents().replace(key, encoded);
    left.forEach(index -> index.remove(key));
  }

  @Override
  protected void removeDocument(DocumentKey position) {
    documents().remove(position);
    partials().forEach(index -> index.remove(position));
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
    Document updateQuery = ExactConditions.ofUpdate(givenUpdate);
    return (isUpsert || hasUniqueIndex()
            ? Optional.<IdLookup>empty()
            : lookup(ExactConditions.ofQuery(selector)))
        .flatMap(found -> updatePlainly(found, updateQuery, isMulti))
        .orElseGet(
            () ->
                checked(
                    new Update(selector, updateQuery),
                    () ->
                        super.updateDocuments(
                            selector, updateQuery, arrayFilters, isMulti, isUpsert, oplog)));
  }

  /**
   * Finds first what all of them become; nothing, and nothing changed, if the library is to do it.
   */
  private Optional<Document> updatePlainly(IdLookup found, Document update, boolean isMulti) {
    int matched = 0;
    List<Runnable> changes = new ArrayList<>();
    for (DocumentKey key : found.keys()) {
      Document document = getDocument(key);
      if (document == null || !documentMatchesQuery(document, found.rest())) {
        continue;
      }
      Optional<Boolean> isAnother = PlainUpdate.apply(update, document);
      if (isAnother.isEmpty()) {
        return Optional.empty();
      }
      matched++;
      if (isAnother.get()) {
        byte[] encoded = DocumentMap.encode(document);
        if (UpdateRules.isTooLarge(encoded)) {
          return Optional.empty();
        }
        changes.add(() -> replace(key, document, encoded));
      }
      if (!isMulti) {
        break;
      }
    }
    changes.forEach(Runnable::run);
    return matched == 0
        ? Optional.empty()
        : Optional.of(new Document("n", matched).append("nModified", changes.size()));
  }

  @Override
  public synchronized Document findAndModify(Document query) {
    Document exact = query.clone();
    exact.computeIfPresent(
        "update",
        (name, update) ->
            update instanceof Document document ? ExactConditions.ofUpdate(document) : update);
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
