package io.twophase.app.sweep;

import io.vavr.control.Option;
import java.util.function.Consumer;

/**
 * Releases orphans: holds of which it is proven that nobody will ever settle them. Late messages
 * and lost records leave them; they cost what they hold, and never money. Safe at any moment,
 * beside any number of workers, and by several processes at once.
 *
 * <ul>
 *   <li>A hold of a finished transaction is an orphan by rule 6: finishing came last. Only if it is
 *       done at the very epoch of the hold, a settle has missed it: that is reported, and stays.
 *   <li>A hold whose record is missing becomes one by rule 7: a tombstone is stored under the
 *       record's id first, so that the record can never come.
 *   <li>A hold on a document of an epoch before its record's is one by rule 10. On accounts, where
 *       holds keep nobody out, it is left to whoever goes on with the transaction.
 * </ul>
 *
 * <p>The record is read after the hold was seen, and the release names the hold's epoch.
 */
public final class Sweep {

  private final AccountSweep accounts;
  private final Option<DocumentSweep> documents;
  private final Option<RangeSweep> ranges;

  /**
   * A sweep of one store.
   *
   * @param documents if documents take part in its transactions
   */
  public Sweep(AccountSweep accounts, Option<DocumentSweep> documents) {
    this(accounts, documents, Option.none());
  }

  /**
   * The same, of a store that has batches.
   *
   * @param ranges what batches hold of the accounts
   */
  public Sweep(AccountSweep accounts, Option<DocumentSweep> documents, Option<RangeSweep> ranges) {
    this.ranges = ranges;
    this.accounts = accounts;
    this.documents = documents;
  }

  /**
   * Reads what has holds, releases every orphan, and gives {@code report} each.
   *
   * @param leftAlone receives what nothing can be proven of
   */
  public void run(Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    accounts.run(report, leftAlone);
    ranges.forEach(sweep -> sweep.run(report, leftAlone));
    documents.forEach(sweep -> sweep.run(report, leftAlone));
  }
}
