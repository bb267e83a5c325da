package io.twophase.app.embedded;

import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A unique index on other fields than {@code _id}. It is held in memory and built from the
 * documents when the collection is opened, so that after a kill the two cannot disagree.
 */
final class UniqueIndex extends AbstractUniqueIndex<DocumentKey> {

  private final Map<KeyValue, DocumentKey> positions = new ConcurrentHashMap<>();

  UniqueIndex(String name, List<IndexKey> keys, boolean sparse) {
    super(name, keys, sparse);
  }

  @Override
  protected @Nullable DocumentKey removeDocument(KeyValue keyValue) {
    return positions.remove(keyValue);
  }

  @Override
  protected boolean putKeyPosition(KeyValue keyValue, DocumentKey position) {
    return positions.putIfAbsent(keyValue, position) == null;
  }

  @Override
  protected Iterable<Entry<KeyValue, DocumentKey>> getIterable() {
    return positions.entrySet();
  }

  @Override
  protected @Nullable DocumentKey getPosition(KeyValue keyValue) {
    return positions.get(keyValue);
  }

  @Override
  public long getCount() {
    return positions.size();
  }

  @Override
  public long getDataSize() {
    return positions.size();
  }
}
