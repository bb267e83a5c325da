package io.twophase.app.sweep;

import io.twophase.domain.document.CollectionName;
import io.twophase.ports.StoreUnavailableException;

/** What concerns one collection only, so that the others are swept all the same. */
final class OneCollection {

  private OneCollection() {}

  /**
   * What is wrong with the collection: another cluster may be away, or the login may not do what
   * was asked.
   *
   * @throws StoreUnavailableException if that is of the whole store, which cannot be reached
   */
  static String fault(CollectionName collection, RuntimeException fault) {
    if (fault instanceof StoreUnavailableException unavailable && collection.cluster().isEmpty()) {
      throw unavailable;
    }
    return String.valueOf(fault.getMessage());
  }
}
