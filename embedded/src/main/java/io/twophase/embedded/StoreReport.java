package io.twophase.embedded;

import io.twophase.embedded.storage.EmbeddedStoreException;
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

  static StoreReport empty() {
    return new StoreReport(new TreeMap<>(), List.of(), false);
  }

  static StoreReport of(EmbeddedStoreException problem) {
    return new StoreReport(new TreeMap<>(), List.of(String.valueOf(problem.getMessage())), false);
  }

  StoreReport and(StoreReport more) {
    List<String> all = new ArrayList<>(problems);
    more.problems.stream().filter(problem -> !all.contains(problem)).forEach(all::add);
    return new StoreReport(more.collections, all, more.isAcceptable);
  }

  StoreReport acceptable() {
    return new StoreReport(collections, problems, true);
  }

  /** Returns how many documents could be read. */
  public long documents() {
    return collections.values().stream().mapToLong(Long::longValue).sum();
  }
}
