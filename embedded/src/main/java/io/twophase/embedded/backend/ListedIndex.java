package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import io.twophase.embedded.document.DocumentKey;
import java.util.List;

/** An index that is not unique: it can be created, listed and dropped, and serves no query. */
class ListedIndex extends EmptyIndex<DocumentKey> {

  ListedIndex(String name, List<IndexKey> keys) {
    super(name, keys);
  }

  /** Never, or every opening of the collection would read all of it to fill this index. */
  @Override
  public boolean isEmpty() {
    return false;
  }
}
