package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was committed while transactions are open, with what was there before: by it, each of them
 * sees the documents as they were when it began. Not thread-safe.
 */
final class History {

  private final Map<Entry, NavigableMap<Long, Was>> changes = new HashMap<>();
  private final Map<String, Long> drops = new HashMap<>();
  private final List<Long> snapshots = new ArrayList<>();
  private long moment;

  /**
   * What was there before a change.
   *
   * @param document nothing, if there was none
   */
  private record Was(Optional<Document> document) {}

  /** A snapshot of now, which is to be closed. */
  long snapshot() {
    snapshots.add(moment);
    return moment;
  }

  /** Forgets what no other snapshot needs. */
  void close(Long snapshot) {
    snapshots.remove(snapshot);
    long oldest = snapshots.stream().mapToLong(each -> each).min().orElse(moment);
    changes.values().forEach(times -> times.headMap(oldest, true).clear());
    changes.values().removeIf(Map::isEmpty);
    drops.values().removeIf(dropped -> dropped <= oldest);
  }

  /**
   * Notes one commit.
   *
   * @param before what was there of each entry that it has changed; for an entry of another index
   *     than the one on {@code _id}, nothing
   */
  void add(Map<Entry, Optional<Document>> before) {
    moment++;
    if (!snapshots.isEmpty()) {
      before.forEach(
          (entry, document) ->
              changes
                  .computeIfAbsent(entry, none -> new TreeMap<>())
                  .put(moment, new Was(document)));
    }
  }

  /** Notes that something was dropped in a database, or taken out of it. */
  void drop(String database) {
    moment++;
    drops.put(database, moment);
  }

  boolean isDroppedSince(String database, long snapshot) {
    return drops.getOrDefault(database, snapshot) > snapshot;
  }

  boolean isChangedSince(Entry entry, long snapshot) {
    return since(entry, snapshot).isPresent();
  }

  /** The document of an entry as the snapshot has it. */
  Optional<Document> asOf(long snapshot, Entry entry, Optional<Document> now) {
    Optional<Was> was = since(entry, snapshot);
    return was.isPresent() ? was.get().document() : now;
  }

  /** Of a collection, what has changed since. */
  Set<Entry> changedSince(String database, String collection, long snapshot) {
    return changes.keySet().stream()
        .filter(entry -> entry.database().equals(database) && entry.collection().equals(collection))
        .filter(entry -> isChangedSince(entry, snapshot))
        .collect(Collectors.toSet());
  }

  /** What was there before the first change after the snapshot; nothing if there was none. */
  private Optional<Was> since(Entry entry, long snapshot) {
    return Optional.ofNullable(changes.get(entry))
        .map(times -> times.higherEntry(snapshot))
        .map(Map.Entry::getValue);
  }
}
