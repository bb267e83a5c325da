package io.twophase.app.recovery;

import io.twophase.domain.record.TransactionLookup;
import io.twophase.ports.Keeping;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Removes records that ended longer ago than the store is set to keep them, with their members'
 * documents, unless the store removes them itself. A transaction that a step holds back stays; so
 * does a reversal as long as what it reverses is there, an attempt of a function that was in
 * conflict as long as the next one is there, and a member that its record has left out and that has
 * not gone on. If the store is set to, each transaction leaves a receipt, by which its id stays
 * taken; receipts are removed when they are old enough in their turn. Safe beside any number of
 * workers and of passes like this. Thread-safe.
 */
public final class Retention {

  private final Records records;
  private final Supplier<List<BeforeRemoval>> steps;
  private final Trimming trimming;

  /**
   * The retention of one store.
   *
   * @param steps what happens before anything is removed, in this order; made for each pass anew
   * @param trimming follows each pass; if it fails, so does the pass, which has removed records by
   *     then
   */
  public Retention(Store store, Supplier<List<BeforeRemoval>> steps, Trimming trimming) {
    this.records = store.records();
    this.steps = steps;
    this.trimming = trimming;
  }

  /**
   * A pass has removed this.
   *
   * @param transactions how many transactions, alone or members
   * @param batches how many records of several
   * @param receipts how many receipts of what was removed before
   * @param stays the documents that were due and stay, since they cannot be read, or the store
   *     refuses to remove them; the first 1,000
   * @param fault why a part of the pass failed; only {@link #attempt()} answers with one
   */
  public record Removed(
      long transactions,
      long batches,
      long receipts,
      List<TransactionLookup.Unreadable> stays,
      Optional<StoreException> fault) {

    /** The list does not change. */
    public Removed {
      stays = List.copyOf(stays);
    }

    /** Returns whether nothing was removed: then another pass removes nothing either. */
    public boolean isNothing() {
      return transactions == 0 && batches == 0 && receipts == 0;
    }
  }

  /** Counts what a pass removes as it does so: a later fault does not lose the counts. */
  static final class Tally {

    private static final int MOST_STAYING = 1_000;

    long transactions;
    long batches;
    private long receipts;
    private final List<TransactionLookup.Unreadable> stays = new ArrayList<>();

    /** A document stays that was due. */
    void stays(String id, String why) {
      if (stays.size() < MOST_STAYING) {
        stays.add(new TransactionLookup.Unreadable(id, why));
      }
    }
  }

  /**
   * One pass by the period that the store is set to: over some {@link RecordQuery#MAX_LIMIT}
   * transactions and records of several. If it removes something there may be more. Nothing is
   * removed if records are kept for ever.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   * @throws io.twophase.ports.StoreException if a step fails, or what follows: the rest is done
   */
  public Removed pass() {
    Removed removed = attempt();
    StoreException.throwAny(removed.fault());
    return removed;
  }

  /**
   * Makes one pass as {@link #pass()}. If a part of the pass fails, then the answer has its fault
   * beside what was removed.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public Removed attempt() {
    Keeping keeping = records.keeping();
    Tally removed = new Tally();
    Optional<StoreException> fault =
        StoreException.faultOfAny(
            () -> removeEnded(keeping, removed),
            () -> removed.receipts = removedReceipts(keeping),
            trimming::run);
    return new Removed(
        removed.transactions, removed.batches, removed.receipts, removed.stays, fault);
  }

  private void removeEnded(Keeping keeping, Tally removed) {
    keeping
        .keptFor()
        .map(
            period ->
                new io.twophase.domain.record.Retention(period, keeping.receipts().isPresent()))
        .ifPresent(rule -> new RemovalPass(records, steps.get(), rule, removed).run());
  }

  private int removedReceipts(Keeping keeping) {
    return keeping
        .receipts()
        .flatMap(ReceiptPeriod::limit)
        .map(limit -> records.removeReceipts(limit, RecordQuery.MAX_LIMIT))
        .orElse(0);
  }
}
