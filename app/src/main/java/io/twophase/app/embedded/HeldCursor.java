package io.twophase.app.embedded;

import de.bwaldvogel.mongo.backend.AbstractCursor;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The rest of a sorted answer, which is held in memory, as bytes. */
final class HeldCursor extends AbstractCursor {

  private final Queue<byte[]> documents = new ArrayDeque<>();
  private final long bytes;

  HeldCursor(long id, List<Document> documents) {
    super(id);
    documents.forEach(document -> this.documents.add(DocumentCodec.encode(document)));
    this.bytes = this.documents.stream().mapToLong(document -> document.length).sum();
  }

  /** What it held at first. */
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
    while (taken.size() < most && !documents.isEmpty()) {
      taken.add(DocumentCodec.decode(documents.remove()));
    }
    return taken;
  }
}
