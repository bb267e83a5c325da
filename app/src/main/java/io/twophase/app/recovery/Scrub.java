package io.twophase.app.recovery;

import io.twophase.domain.document.CollectionName;
import io.twophase.ports.Store;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Releases orphans: holds of which it is proven that nobody will ever settle them. Late messages
 * and lost records leave them; they cost what they hold, and never money. Safe at any moment,
 * beside any number of workers, and by several processes at once. Thread-safe.
 *
 * <ul>
 *   <li>A hold of a finished record is an orphan: a record is finished last. Only if the record is
 *       done at the very epoch of the hold, a settle has missed the hold: that is reported, and the
 *       hold stays.
 *   <li>A hold whose record is missing becomes an orphan: a tombstone is stored under the record's
 *       id first, so that the record can never come.
 *   <li>A hold of an epoch before its record's is an orphan: a record settles its own epoch only.
 * </ul>
 *
 * <p>The record is read after the hold was seen, and the release names the hold as it was seen.
 */
public final class Scrub {

  private final Store store;
  private final RecoveryListener listener;

  /**
   * Scrubs one store.
   *
   * @param listener is notified of what {@code report} receives; must not throw
   */
  public Scrub(Store store, RecoveryListener listener) {
    this.store = store;
    this.listener = listener;
  }

  /**
   * Reads all accounts and all documents that have holds, in every collection that has ever taken
   * part; releases every orphan, and gives {@code report} each.
   *
   * @param leftAlone receives what cannot be read, collections that take no writes, holds of
   *     transactions whose records are elsewhere, and holds that a settle has missed: nothing of
   *     that is touched
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void run(Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(leftAlone, "leftAlone");
    CollectionName accounts = store.accounts().collection();
    Set<CollectionName> collections = new LinkedHashSet<>();
    collections.add(accounts);
    collections.addAll(store.holds().collections());
    Consumer<Orphan> notifyAndReport =
        orphan -> {
          listener.orphanFound(orphan);
          report.accept(orphan);
        };
    for (CollectionName collection : collections) {
      new CollectionSweep(
              store, collection, collection.equals(accounts), notifyAndReport, leftAlone)
          .run();
    }
  }
}
