package io.twophase.app.embedded;

import java.util.Iterator;
import java.util.Map;
import java.util.Map.Entry;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * The stored documents of one collection, in the order of their keys; changed by one thread at a
 * time. Every change is noted for the journal. Reading needs no lock: an iteration sees the map as
 * it was when it began.
 */
final class DocumentMap {

  private final DocumentStore store;
  private final MVMap<DocumentKey, byte[]> documents;
  private final LatestWrites latest = new LatestWrites();
  private volatile String name;

  DocumentMap(DocumentStore store, String name, MVMap<DocumentKey, byte[]> documents) {
    this.store = store;
    this.name = name;
    this.documents = documents;
  }

  byte @Nullable [] get(DocumentKey key) {
    byte[] written = latest.get(key);
    return written != null ? written : documents.get(key);
  }

  boolean contains(DocumentKey key) {
    return documents.containsKey(key);
  }

  void put(DocumentKey key, byte[] document) {
    documents.put(key, document);
    latest.put(key, document);
    store.journal().put(name, key, document);
  }

  boolean remove(DocumentKey key) {
    boolean present = documents.remove(key) != null;
    latest.remove(key);
    store.journal().remove(name, key);
    return present;
  }

  long size() {
    return documents.sizeAsLong();
  }

  /** The documents in the order of their keys, from one key on, or from the first. */
  Iterator<Entry<DocumentKey, byte[]>> from(@Nullable DocumentKey first) {
    Cursor<DocumentKey, byte[]> cursor = documents.cursor(first);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return cursor.hasNext();
      }

      @Override
      public Entry<DocumentKey, byte[]> next() {
        DocumentKey key = cursor.next();
        return Map.entry(key, cursor.getValue());
      }
    };
  }

  void drop() {
    store.remove(documents);
  }

  void rename(String newName) {
    store.rename(documents, newName);
    name = newName;
  }
}
