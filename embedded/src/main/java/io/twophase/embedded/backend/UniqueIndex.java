package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A unique index on other fields than {@code _id}. Its entries are stored beside the documents, and
 * the collection writes the two together, so that after a kill they cannot disagree.
 */
public final class UniqueIndex extends AbstractUniqueIndex<DocumentKey> {

  private static final String POSITION = "position";
  private static final String VALUES = "values";
  private static final String INDEX = "\0";

  private final DocumentMap entries;

  UniqueIndex(String name, List<IndexKey> keys, boolean sparse, DocumentMap entries) {
    super(name, keys, sparse);
    this.entries = entries;
  }

  /**
   * Returns where the entries of a collection's index lie: no collection's name has such a
   * character.
   */
  static String storedAs(String collection, String index) {
    return collection + INDEX + index;
  }

  /** Returns whether what is stored under the name is an index. */
  public static boolean isOfIndex(String name) {
    return name.contains(INDEX);
  }

  @Override
  protected @Nullable DocumentKey removeDocument(KeyValue keyValue) {
    DocumentKey position = getPosition(keyValue);
    entries.remove(key(keyValue));
    return position;
  }

  @Override
  protected boolean putKeyPosition(KeyValue keyValue, DocumentKey position) {
    DocumentKey key = key(keyValue);
    if (entries.contains(key)) {
      return false;
    }
    Document entry =
        new Document(POSITION, new BinData(position.bytes()))
            .append(VALUES, new ArrayList<>(keyValue.stream().toList()));
    entries.insert(key, DocumentMap.encode(entry));
    return true;
  }

  @Override
  protected Iterable<Entry<KeyValue, DocumentKey>> getIterable() {
    return entries
        .from(null)
        .map(stored -> DocumentMap.decode(stored.getValue()))
        .map(entry -> Map.entry(new KeyValue((Collection<?>) entry.get(VALUES)), position(entry)))
        .toList();
  }

  @Override
  protected @Nullable DocumentKey getPosition(KeyValue keyValue) {
    byte[] entry = entries.get(key(keyValue));
    return entry == null ? null : position(DocumentMap.decode(entry));
  }

  private static DocumentKey position(Document entry) {
    if (entry.get(POSITION) instanceof BinData position) {
      return DocumentKey.ofBytes(position.getData());
    }
    throw new IllegalStateException("an entry of an index without a position: " + entry);
  }

  private static DocumentKey key(KeyValue keyValue) {
    return DocumentKey.of(keyValue.stream().toList());
  }

  /** Only before the first document, or every opening would read all of them to fill this index. */
  @Override
  public boolean isEmpty() {
    return !entries.exists();
  }

  @Override
  public long getCount() {
    return entries.size();
  }

  @Override
  public long getDataSize() {
    return entries.size();
  }

  @Override
  public void drop() {
    entries.drop();
  }
}
