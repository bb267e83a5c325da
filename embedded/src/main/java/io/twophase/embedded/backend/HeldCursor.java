package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.AbstractCursor;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.embedded.document.DocumentCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.UnaryOperator;

/** The rest of a sorted answer, which is held in memory, as bytes. */
final class HeldCursor extends AbstractCursor {

  private final Queue<byte[]> documents;
  private final UnaryOperator<List<Document>> projection;
  private final long bytes;

  /**
   * @param projection what is answered of documents that are held
   */
  HeldCursor(long id, List<byte[]> documents, UnaryOperator<List<Document>> projection) {
    super(id);
    this.documents = new ArrayDeque<>(documents);
    this.projection = projection;
    this.bytes = documents.stream().mapToLong(document -> document.length).sum();
  }

  static HeldCursor of(long id, List<Document> documents) {
    return new HeldCursor(
        id, documents.stream().map(DocumentCodec::encode).toList(), UnaryOperator.identity());
  }

  /** Returns what it held at first. */
  long bytes() {
    return bytes;
  }

  @Override
  public synchronized boolean isEmpty() {
    return documents.isEmpty();
  }

  @Override
  public synchronized List<Document> takeDocuments(int most) {
    List<Document> taken = new ArrayList<>();
    long size = 0;
    while (taken.size() < most && size <= ScanCursor.BATCH_BYTES && !documents.isEmpty()) {
      byte[] document = documents.remove();
      size += document.length;
      taken.add(DocumentCodec.decode(document));
    }
    return projection.apply(taken);
  }
}
