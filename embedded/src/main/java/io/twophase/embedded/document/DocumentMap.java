package io.twophase.embedded.document;

import io.twophase.embedded.storage.Change;
import io.twophase.embedded.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stored documents of one collection, or the entries of one index, in the order of their keys;
 * changed by one thread at a time. Reading needs no lock: an iteration sees the map as it was when
 * it began.
 */
public final class DocumentMap {

  private final DocumentStore store;
  private volatile String name;

  /** Nothing until the first document comes. */
  private volatile Optional<Integer> number;

  private volatile long size;

  DocumentMap(DocumentStore store, String name, Optional<Integer> number) {
    this.store = store;
    this.name = name;
    this.number = number;
    this.size = number.map(store::count).orElse(0L);
  }

  public byte @Nullable [] get(DocumentKey key) {
    Optional<Integer> mine = number;
    if (mine.isEmpty()) {
      return null;
    }
    byte[] stored = key(mine.get(), key);
    byte[] latest = store.latest().get(DocumentKey.ofBytes(stored));
    return latest != null ? latest : storage().get(stored);
  }

  public boolean contains(DocumentKey key) {
    return get(key) != null;
  }

  /** Puts a document where none is. */
  public void insert(DocumentKey key, byte[] document) {
    List<Change> changes = new ArrayList<>();
    int mine = number.orElseGet(store::newNumber);
    if (number.isEmpty()) {
      changes.add(store.named(name, mine));
    }
    byte[] stored = key(mine, key);
    changes.add(Change.put(stored, document));
    long more = size + 1;
    changes.add(store.counted(mine, more));
    storage().write(changes);
    written(DocumentKey.ofBytes(stored), document);
    number = Optional.of(mine);
    size = more;
  }

  /** Puts a document in the place of the one that is there. */
  public void replace(DocumentKey key, byte[] document) {
    replace(Map.of(key, document));
  }

  /** Puts documents in the places of those that are there; all of them or, after a kill, none. */
  public void replace(Map<DocumentKey, byte[]> changed) {
    int mine = number.orElseThrow();
    Map<DocumentKey, byte[]> stored = new LinkedHashMap<>();
    changed.forEach((key, document) -> stored.put(DocumentKey.ofBytes(key(mine, key)), document));
    List<Change> changes = new ArrayList<>(stored.size());
    stored.forEach((key, document) -> changes.add(Change.put(key.bytes(), document)));
    storage().write(changes);
    stored.forEach(this::written);
  }

  /** What is to count as one with other changes is not yet for others to read. */
  private void written(DocumentKey stored, byte[] document) {
    if (storage().isAtomic()) {
      store.latest().remove(stored);
    } else {
      store.latest().put(stored, document);
    }
  }

  public boolean remove(DocumentKey key) {
    boolean present = contains(key);
    if (present) {
      int mine = number.orElseThrow();
      long fewer = size - 1;
      byte[] stored = key(mine, key);
      // before it is gone, or others would find it after that
      store.latest().remove(DocumentKey.ofBytes(stored));
      storage().write(List.of(Change.remove(stored), store.counted(mine, fewer)));
      size = fewer;
    }
    return present;
  }

  public long size() {
    return size;
  }

  /** Counts what is there, and notes that. */
  public void recount() {
    if (number.isPresent()) {
      long found = 0;
      Iterator<Entry<DocumentKey, byte[]>> all = from(null);
      while (all.hasNext()) {
        all.next();
        found++;
      }
      storage().write(List.of(store.counted(number.get(), found)));
      size = found;
    }
  }

  /** Whether something was ever put here. */
  public boolean exists() {
    return number.isPresent();
  }

  /** The documents in the order of their keys, from one key on, or from the first. */
  public Iterator<Entry<DocumentKey, byte[]>> from(@Nullable DocumentKey first) {
    if (number.isEmpty()) {
      return Collections.emptyIterator();
    }
    int mine = number.get();
    Iterator<Entry<byte[], byte[]>> scan =
        storage()
            .scan(
                DocumentStore.key(mine, first == null ? new byte[0] : first.bytes()),
                DocumentStore.key(mine + 1, new byte[0]));
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return scan.hasNext();
      }

      @Override
      public Entry<DocumentKey, byte[]> next() {
        Entry<byte[], byte[]> entry = scan.next();
        byte[] key = entry.getKey();
        return Map.entry(
            DocumentKey.ofBytes(Arrays.copyOfRange(key, Integer.BYTES, key.length)),
            entry.getValue());
      }
    };
  }

  public void drop() {
    number.ifPresent(mine -> store.drop(name, mine));
    number = Optional.empty();
    size = 0;
  }

  public void rename(String newName) {
    number.ifPresent(mine -> store.rename(name, newName, mine));
    store.renamed(name, newName, this);
    name = newName;
  }

  /** Runs changes, of this and of other maps, of which all are there after a kill or none. */
  public <T> T atomically(Supplier<T> changes) {
    return storage().atomically(changes);
  }

  private Storage storage() {
    return store.storage();
  }

  private static byte[] key(int number, DocumentKey key) {
    return DocumentStore.key(number, key.bytes());
  }
}
