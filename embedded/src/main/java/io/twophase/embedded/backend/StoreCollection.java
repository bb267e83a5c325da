package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;

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
                indexes(SecondaryIndex.class).forEach(SecondaryIndex::complete);
                return index;
              } catch (RuntimeException | Error e) {
                if (isMade) {
                  index.drop();
                }
                throw e;
              }
            });
  }

  private <T> List<T> indexes(Class<T> kind) {
    return getIndexes().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Documents and the entries of a unique index are written together. */
  private <T> T together(Supplier<T> changes) {
    return indexes(UniqueIndex.class).isEmpty() ? changes.get() : documents().atomically(changes);
  }

  /** The operators of an update, and its query. */
  private record Update(Document query, Document operators) {}

  /** Asked by the index on {@code _id} before anything of the document is changed. */
  void checkUpdate(Document before, Document after) {
    byte[] encoded = DocumentMap.encode(after);
    current.ifPresent(update -> UpdateRules.check(update.operators(), before, after, encoded));
    checked = Optional.of(encoded);
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
    byte[] encoded = DocumentMap.encode(document);
    current.ifPresentOrElse(
        update -> UpdateRules.checkUpsert(update.operators(), update.query(), document, encoded),
        () -> UpdateRules.checkInsert(encoded));
    String idField = getIdField();
    DocumentKey key =
        idField == null
            ? DocumentKey.random()
            : DocumentKey.of(Utils.getSubdocumentValue(document, idField));
    indexes(SecondaryIndex.class).forEach(index -> index.put(key, document));
    documents().insert(key, encoded);
    return key;
  }

  @Override
  protected void handleUpdate(DocumentKey position, Document oldDocument, Document newDocument) {
    replace(position, newDocument, checked.orElseGet(() -> DocumentMap.encode(newDocument)));
    checked = Optional.empty();
  }

  private void replace(DocumentKey key, Document document, byte[] encoded) {
    List<SecondaryIndex> left =
        indexes(SecondaryIndex.class).stream().filter(index -> !index.put(key, document)).toList();
    documents().replace(key, encoded);
    left.forEach(index -> index.remove(key));
  }

  @Override
  protected void removeDocument(DocumentKey position) {
    documents().remove(position);
    indexes(SecondaryIndex.class).forEach(index -> index.remove(position));
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
  public synchronized Document updateDocuments(
      Document selector,
      Document update,
      ArrayFilters arrayFilters,
      boolean isMulti,
      boolean isUpsert,
      Oplog oplog) {
    Stream<Stored> found = matching(selector, null);
    return updatePlainly(found.limit(isMulti ? Long.MAX_VALUE : 1).iterator(), update)
        .orElseGet(
            () ->
                checked(
                    new Update(selector, update),
                    () ->
                        super.updateDocuments(
                            selector, update, arrayFilters, isMulti, isUpsert, oplog)));
  }

  /**
   * Finds first what all of them become; nothing, and nothing changed, if the library is to do it.
   */
  private Optional<Document> updatePlainly(Iterator<Stored> found, Document update) {
    List<Runnable> changes = new ArrayList<>();
    int matched = 0;
    while (found.hasNext()) {
      Stored one = found.next();
      Document document = one.document();
      boolean isMade = PlainUpdate.apply(update, document);
      byte[] encoded = isMade ? DocumentMap.encode(document) : one.bytes();
      if (!isMade || UpdateRules.isTooLarge(encoded)) {
        return Optional.empty();
      }
      matched++;
      if (!Arrays.equals(encoded, one.bytes())) {
        changes.add(
            () -> {
              putIntoUniqueIndexes(one);
              replace(one.key(), document, encoded);
            });
      }
    }
    if (matched == 0) {
      return Optional.empty();
    }
    together(
        () -> {
          changes.forEach(Runnable::run);
          return changes;
        });
    return Optional.of(new Document("n", matched).append("nModified", changes.size()));
  }

  private void putIntoUniqueIndexes(Stored one) {
    List<UniqueIndex> unique = indexes(UniqueIndex.class);
    if (!unique.isEmpty()) {
      Document before = DocumentMap.decode(one.bytes());
      unique.forEach(index -> index.checkUpdate(before, one.document(), this));
      unique.forEach(index -> index.updateInPlace(before, one.document(), one.key(), this));
    }
  }

  @Override
  public synchronized Document findAndModify(Document query) {
    return modifyPlainly(query)
        .orElseGet(
            () ->
                checked(
                    new Update(part(query, "query"), part(query, "update")),
                    () -> super.findAndModify(query)));
  }

  private Optional<Document> modifyPlainly(Document command) {
    List<Document> found =
        queryDocuments(
                part(command, "query"), (Document) command.get("sort"), 0, 1, 0, new Document())
            .collectDocuments();
    if (found.isEmpty() || !isIdIndexed()) {
      return Optional.empty();
    }
    Document before = found.get(0);
    Stored after =
        read(Stream.of(DocumentKey.of(before.get(Constants.ID_FIELD)))).findFirst().orElseThrow();
    Document shown = Utils.isTrue(command.get("new")) ? after.document() : before;
    return updatePlainly(List.of(after).iterator(), part(command, "update"))
        .map(
            made ->
                new Document(
                        "lastErrorObject", new Document("updatedExisting", true).append("n", 1))
                    .append("value", project(List.of(shown), part(command, "fields")).get(0))
                    .append("ok", 1.0));
  }

  private static Document part(Document command, String name) {
    return command.get(name) instanceof Document part ? part : new Document();
  }

  @Override
  public synchronized int deleteDocuments(Document selector, int limit, Oplog oplog) {
    // by itself a field that is called query would be taken for the query
    Document query = new Document("$query", selector);
    return together(() -> super.deleteDocuments(query, limit, oplog));
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
