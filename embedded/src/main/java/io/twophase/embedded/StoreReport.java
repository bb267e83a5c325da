package io.twophase.embedded;

import io.twophase.embedded.backend.DocumentMap;
import io.twophase.embedded.backend.DocumentStore;
import io.twophase.embedded.backend.UniqueIndex;
import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The findings of a check of a store.
 *
 * @param collections how many documents could be read, by the collection's full name
 * @param problems what is wrong, each in one line; none where all is well
 * @param isAcceptable whether the store can be used with what could be read, by accepting that
 */
public record StoreReport(
    SortedMap<String, Long> collections, List<String> problems, boolean isAcceptable) {

  /**
   * Reads all of an open store.
   *
   * @param known what is wrong already
   */
  static StoreReport of(Storage storage, List<String> known, boolean isAcceptable) {
    DocumentStore store = DocumentStore.forReads(storage);
    StoreReport report = new StoreReport(new TreeMap<>(), new ArrayList<>(known), isAcceptable);
    report.guarded(storage::verifyTables);
    report.guarded(
        () ->
            store
                .names()
                .keySet()
                .forEach(name -> report.guarded(() -> report.read(name, store.map(name)))));
    return report;
  }

  private void read(String name, DocumentMap map) {
    long found = map.readAll();
    if (!UniqueIndex.isOfIndex(name)) {
      collections.put(name, found);
    }
    if (found != map.size()) {
      problems.add(
          "the collection " + name + " has " + found + " documents, and had " + map.size());
    }
  }

  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (DamagedStoreException e) {
      String problem = String.valueOf(e.getMessage());
      if (!problems.contains(problem)) {
        problems.add(problem);
      }
    }
  }

  /** Returns how many documents could be read. */
  public long documents() {
    return collections.values().stream().mapToLong(Long::longValue).sum();
  }
}
