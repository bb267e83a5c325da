package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.twophase.embedded.storage.Change;
import io.twophase.embedded.storage.Storage;
import java.util.Arrays;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stored documents of one collection, or the entries of one index, in the order of their keys;
 * changed by one thread at a time. Reading needs no lock: an iteration comes to each document once,
 * and to those that are put or removed meanwhile or not.
 *
 * <p>A stored value is never a live object: an update works on a copy of its own and puts new bytes
 * in one step, so no reader meets a document half changed, and an update that fails leaves nothing
 * behind.
 */
public final class DocumentMap {

  private static final int USUAL_SIZE = 512;

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

  byte @Nullable [] get(DocumentKey key) {
    Optional<Integer> mine = number;
    return mine.isEmpty() ? null : storage().get(key(mine.get(), key));
  }

  boolean contains(DocumentKey key) {
    return get(key) != null;
  }

  /** Puts a document where none is. */
  void insert(DocumentKey key, byte[] document) {
    create();
    int mine = number.orElseThrow();
    long more = size + 1;
    storage().write(Change.put(key(mine, key), document), store.counted(mine, more));
    size = more;
  }

  /** Notes that something may be put here. */
  void create() {
    if (number.isEmpty()) {
      int mine = store.newNumber();
      storage().write(store.named(name, mine));
      number = Optional.of(mine);
    }
  }

  /** Puts a document in the place of the one that is there. */
  void replace(DocumentKey key, byte[] document) {
    storage().write(Change.put(key(number.orElseThrow(), key), document));
  }

  boolean remove(DocumentKey key) {
    boolean present = contains(key);
    if (present) {
      int mine = number.orElseThrow();
      long fewer = size - 1;
      storage().write(Change.remove(key(mine, key)), store.counted(mine, fewer));
      size = fewer;
    }
    return present;
  }

  public long size() {
    return size;
  }

  /** Reads every document; returns how many there are. */
  public long readAll() {
    return from(null).map(entry -> decode(entry.getValue())).mapToLong(document -> 1).sum();
  }

  /** Counts what is there, and notes that. */
  void recount() {
    if (number.isPresent()) {
      size = from(null).count();
      storage().write(store.counted(number.get(), size));
    }
  }

  /** Returns whether something was ever put here, or might have been. */
  boolean exists() {
    return number.isPresent();
  }

  /** The documents in the order of their keys, from one key on, or from the first. */
  Stream<Entry<DocumentKey, byte[]>> from(@Nullable DocumentKey first) {
    if (number.isEmpty()) {
      return Stream.empty();
    }
    int mine = number.get();
    byte[] from = first == null ? new byte[0] : first.bytes();
    return storage()
        .scan(DocumentStore.key(mine, from), DocumentStore.key(mine + 1, new byte[0]))
        .map(entry -> Map.entry(ofStored(entry.getKey()), entry.getValue()));
  }

  private static DocumentKey ofStored(byte[] key) {
    return DocumentKey.ofBytes(Arrays.copyOfRange(key, Integer.BYTES, key.length));
  }

  void drop() {
    number.ifPresent(mine -> store.drop(name, mine));
    number = Optional.empty();
    size = 0;
  }

  void rename(String newName) {
    number.ifPresent(mine -> store.rename(name, newName, mine));
    store.renamed(name, newName, this);
    name = newName;
  }

  /** Runs changes, of this and of other maps, of which all are there after a kill or none. */
  <T> T atomically(Supplier<T> changes) {
    return storage().atomically(changes);
  }

  private Storage storage() {
    return store.storage();
  }

  static byte[] encode(Document document) {
    ByteBuf out = Unpooled.buffer(USUAL_SIZE);
    BsonEncoder.encodeDocument(document, out);
    return Arrays.copyOf(out.array(), out.writerIndex());
  }

  static Document decode(byte[] bytes) {
    return BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes));
  }

  private static byte[] key(int number, DocumentKey key) {
    return DocumentStore.key(number, key.bytes());
  }
}
