package io.twophase.embedded.backend;

import io.twophase.embedded.storage.Change;
import io.twophase.embedded.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The documents of all collections, and the entries of their indexes.
 *
 * <p>Each collection has a number, with which the keys of its documents begin. The catalog, which
 * has number 0, says which name has which number, and how many documents there are under it.
 */
public final class DocumentStore {

  private static final int CATALOG = 0;

  // what a key of the catalog is about
  private static final byte NUMBER_OF_NAME = 'N';
  private static final byte COUNT_OF_NUMBER = 'C';
  private static final byte DROPPED_NUMBER = 'D';

  private final Storage storage;
  private final LongAdder documentsRead = new LongAdder();
  private final Map<String, DocumentMap> maps = new ConcurrentHashMap<>();

  /** A mark that there may be documents of names that were taken away since the opening. */
  private final AtomicBoolean hasDropped = new AtomicBoolean();

  private int nextNumber;

  public DocumentStore(Storage storage) {
    this(storage, true);
  }

  private DocumentStore(Storage storage, boolean writes) {
    this.storage = storage;
    if (writes) {
      removeDropped();
    }
    this.nextNumber =
        1 + names().values().stream().mapToInt(Integer::intValue).max().orElse(CATALOG);
  }

  /** For reads: what was dropped, and is not yet removed, stays. */
  public static DocumentStore forReads(Storage storage) {
    return new DocumentStore(storage, false);
  }

  public Storage storage() {
    return storage;
  }

  /** The documents under this full name; none yet when nothing was put there. */
  public DocumentMap map(String name) {
    return maps.computeIfAbsent(name, absent -> new DocumentMap(this, absent, number(absent)));
  }

  /** The full names under which something was put, with their numbers. */
  public SortedMap<String, Integer> names() {
    SortedMap<String, Integer> names = new TreeMap<>();
    ofCatalog(NUMBER_OF_NAME)
        .forEach(
            entry -> names.put(text(entry.getKey()), ByteBuffer.wrap(entry.getValue()).getInt()));
    return names;
  }

  private Optional<Integer> number(String name) {
    return Optional.ofNullable(storage.get(nameKey(name)))
        .map(value -> ByteBuffer.wrap(value).getInt());
  }

  /** A number that no name has; it is taken when {@link #named} is written. */
  synchronized int newNumber() {
    return nextNumber++;
  }

  /** That a name has a number. */
  Change named(String name, int number) {
    return Change.put(nameKey(name), bytes(number));
  }

  /** That there are so many documents under a number. */
  Change counted(int number, long count) {
    byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(count).array();
    return Change.put(numberKey(COUNT_OF_NUMBER, number), value);
  }

  /** Returns how many documents there are under a number. */
  public long count(int number) {
    byte[] count = storage.get(numberKey(COUNT_OF_NUMBER, number));
    return count == null ? 0 : ByteBuffer.wrap(count).getLong();
  }

  /**
   * Takes a name away at once. The documents under its number follow after that, or at the next
   * opening.
   */
  void drop(String name, int number) {
    storage.write(
        Change.remove(nameKey(name)),
        Change.remove(numberKey(COUNT_OF_NUMBER, number)),
        Change.put(numberKey(DROPPED_NUMBER, number), new byte[0]));
    hasDropped.set(true);
  }

  void rename(String name, String newName, int number) {
    storage.write(Change.remove(nameKey(name)), named(newName, number));
  }

  /** Says under which name a map is from now on. */
  void renamed(String name, String newName, DocumentMap map) {
    maps.remove(name);
    maps.put(newName, map);
  }

  /** Removes the documents of names that were taken away. */
  void removeDropped() {
    ofCatalog(DROPPED_NUMBER)
        .map(Entry::getKey)
        .forEach(
            key -> {
              int number = ByteBuffer.wrap(key).getInt(Integer.BYTES + 1);
              storage.write(
                  Change.removeRange(key(number, new byte[0]), key(number + 1, new byte[0])),
                  Change.remove(key));
            });
  }

  /** Returns where something lies: the number that it belongs to, and its own key. */
  static byte[] key(int number, byte[] own) {
    return ByteBuffer.allocate(Integer.BYTES + own.length).putInt(number).put(own).array();
  }

  private static byte[] bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private Stream<Entry<byte[], byte[]>> ofCatalog(byte kind) {
    return storage.scan(catalogKey(kind, new byte[0]), catalogKey((byte) (kind + 1), new byte[0]));
  }

  private static byte[] nameKey(String name) {
    return catalogKey(NUMBER_OF_NAME, name.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] numberKey(byte kind, int number) {
    return catalogKey(kind, bytes(number));
  }

  private static byte[] catalogKey(byte kind, byte[] own) {
    return key(CATALOG, ByteBuffer.allocate(1 + own.length).put(kind).put(own).array());
  }

  private static String text(byte[] catalogKey) {
    int from = Integer.BYTES + 1;
    return new String(catalogKey, from, catalogKey.length - from, StandardCharsets.UTF_8);
  }

  /** Runs changes of which all are there after a kill or none. */
  public <T> T atomically(Supplier<T> changes) {
    T answer = storage.atomically(changes);
    if (hasDropped.getAndSet(false)) {
      removeDropped();
    }
    return answer;
  }

  /** Counts the documents that can be read, and notes that as how many there are. */
  public void recount() {
    names().keySet().forEach(name -> map(name).recount());
    storage.acknowledge();
  }

  /** Returns how many documents were read from their bytes: what a query cost. */
  public LongAdder documentsRead() {
    return documentsRead;
  }
}
