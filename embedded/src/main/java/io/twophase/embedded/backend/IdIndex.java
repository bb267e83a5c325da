package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import de.bwaldvogel.mongo.exception.ImmutableFieldException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The index on {@code _id}. It is the documents' own map, which is sorted by the id, so it can not
 * disagree with the documents and costs no write. It keeps ids unique; queries that name ids are
 * served by an {@link IdLookup}.
 */
final class IdIndex extends EmptyIndex<DocumentKey> {

  private final DocumentMap documents;

  IdIndex(DocumentMap documents) {
    super(Constants.PRIMARY_KEY_INDEX_NAME, List.of(new IndexKey(Constants.ID_FIELD, true)));
    this.documents = documents;
  }

  /** As a document without an id cannot be. */
  @Override
  protected boolean isSparse() {
    return false;
  }

  @Override
  public DocumentKey getPosition(Document document) {
    return DocumentKey.of(document.get(Constants.ID_FIELD));
  }

  @Override
  public void checkAdd(Document document, MongoCollection<DocumentKey> collection) {
    if (documents.contains(getPosition(document))) {
      Object id = document.get(Constants.ID_FIELD);
      throw new DuplicateKeyError(
          this, collection, getKeys(), new KeyValue(Collections.singletonList(id)));
    }
  }

  @Override
  public @Nullable DocumentKey remove(Document document) {
    DocumentKey key = getPosition(document);
    return documents.contains(key) ? key : null;
  }

  @Override
  public void checkUpdate(
      Document oldDocument, Document newDocument, MongoCollection<DocumentKey> collection) {
    // the library forbids to set _id, but not a field inside of it
    if (!getPosition(oldDocument).equals(getPosition(newDocument))) {
      throw new ImmutableFieldException("the (immutable) field '_id' cannot be altered");
    }
    ((StoreCollection) collection).checkUpdate(oldDocument, newDocument);
  }

  @Override
  public long getCount() {
    return documents.size();
  }

  @Override
  public long getDataSize() {
    return documents.size();
  }

  @Override
  public boolean isUnique() {
    return true;
  }
}
