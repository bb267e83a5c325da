package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.AbstractCursor;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.embedded.document.DocumentKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A query's answer, read from the collection batch by batch in the order of the keys. Between two
 * batches it holds one key and nothing else, so an answer of any size, or one that nobody fetches
 * to the end, costs no memory. Each document is answered at most once; one that changes meanwhile,
 * as it was before or after.
 */
final class ScanCursor extends AbstractCursor {

  /** The driver refuses a reply above 48 million bytes; MongoDB ends a batch at 16 million too. */
  static final int BATCH_BYTES = 16_000_000;

  private final ReadCollection collection;
  private final Document query;
  private final @Nullable Document fieldSelector;
  private int toSkip;
  private int left;
  private @Nullable DocumentKey next;
  private boolean atEnd;

  ScanCursor(
      long id,
      ReadCollection collection,
      Document query,
      int numberToSkip,
      int limit,
      @Nullable Document fieldSelector) {
    super(id);
    this.collection = collection;
    this.query = query;
    this.fieldSelector = fieldSelector;
    this.toSkip = numberToSkip;
    this.left = limit > 0 ? limit : Integer.MAX_VALUE;
  }

  @Override
  public synchronized boolean isEmpty() {
    return atEnd;
  }

  @Override
  public synchronized List<Document> takeDocuments(int numberToReturn) {
    List<Document> matched = new ArrayList<>();
    long bytes = 0;
    Iterator<Entry<DocumentKey, byte[]>> rest = collection.candidates(query, next).iterator();
    while (left > 0 && rest.hasNext()) {
      Entry<DocumentKey, byte[]> entry = rest.next();
      Document document = collection.decode(entry.getValue());
      if (!collection.documentMatchesQuery(document, query)) {
        continue;
      }
      if (toSkip > 0) {
        toSkip--;
        continue;
      }
      if (matched.size() == numberToReturn || bytes > BATCH_BYTES) {
        next = entry.getKey();
        return collection.project(matched, fieldSelector);
      }
      matched.add(document);
      bytes += entry.getValue().length;
      left--;
    }
    atEnd = true;
    return collection.project(matched, fieldSelector);
  }
}
