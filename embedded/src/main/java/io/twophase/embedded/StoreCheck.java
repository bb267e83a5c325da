package io.twophase.embedded;

import io.twophase.embedded.backend.UniqueIndex;
import io.twophase.embedded.document.DocumentCodec;
import io.twophase.embedded.document.DocumentMap;
import io.twophase.embedded.document.DocumentStore;
import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads all of an open store. */
final class StoreCheck {

  private final DocumentStore store;
  private final List<String> problems = new ArrayList<>();
  private final SortedMap<String, Long> collections = new TreeMap<>();

  private StoreCheck(DocumentStore store) {
    this.store = store;
  }

  static StoreReport of(Storage storage) {
    return new StoreCheck(DocumentStore.forReads(storage)).report();
  }

  private StoreReport report() {
    guarded(store.storage()::verifyTables);
    guarded(() -> store.names().keySet().forEach(name -> guarded(() -> read(name))));
    return new StoreReport(collections, problems, false);
  }

  private void read(String name) {
    DocumentMap map = store.map(name);
    long found =
        map.from(null)
            .map(entry -> DocumentCodec.decode(entry.getValue()))
            .mapToLong(document -> 1)
            .sum();
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

  /** Counts the documents that can be read, and notes that as how many there are. */
  static void recount(Storage storage) {
    DocumentStore store = new DocumentStore(storage);
    store.names().keySet().forEach(name -> store.map(name).recount());
    storage.acknowledge();
  }
}
