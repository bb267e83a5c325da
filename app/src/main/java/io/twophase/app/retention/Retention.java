package io.twophase.app.retention;

import io.twophase.ports.BatchRepository;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.List;

/**
 * Removes what was finished longer ago than the store is set to keep it: lone transactions, unless
 * the store removes them itself, and batches with their transfers. What a step holds back stays; so
 * does a reversal as long as what it reverses is there, and a transfer that its batch has left out
 * and that has not gone on. Where the store is set to, each leaves a receipt, by which its id stays
 * taken; these are removed when they are old enough in their turn. Safe beside any number of
 * workers and of passes like this. Thread-safe.
 */
public final class Retention {

  private final TransactionRepository transactions;
  private final Option<BatchRepository> batches;
  private final LoneRemoval ofLone;
  private final Option<BatchRemoval> ofBatches;
  private final Runnable after;

  /**
   * Of one store.
   *
   * @param steps what happens before anything is removed, in this order
   */
  public Retention(
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      List<BeforeRemoval> steps) {
    this(transactions, batches, steps, () -> {});
  }

  /**
   * The same, with something to do after each pass.
   *
   * @param after removes what is of no use without the records; where it fails, so does the pass,
   *     which has removed them by then
   */
  public Retention(
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      List<BeforeRemoval> steps,
      Runnable after) {
    this.after = after;
    Steps before = new Steps(steps, transactions);
    this.transactions = transactions;
    this.batches = batches;
    this.ofLone = new LoneRemoval(transactions, before);
    this.ofBatches = batches.map(there -> new BatchRemoval(there, transactions, before));
  }

  /**
   * What a pass has removed.
   *
   * @param transactions how many transactions, lone ones and transfers of batches
   * @param batches how many records of batches
   * @param receipts how many receipts of what was removed before
   */
  public record Removed(long transactions, long batches, long receipts) {

    static final Removed NOTHING = new Removed(0, 0);

    /** No receipts. */
    public Removed(long transactions, long batches) {
      this(transactions, batches, 0);
    }

    Removed plus(Removed more) {
      return new Removed(
          transactions + more.transactions, batches + more.batches, receipts + more.receipts);
    }

    /** Whether there was nothing to remove. */
    public boolean isNothing() {
      return equals(NOTHING);
    }
  }

  /**
   * One pass by the period that the store is set to: over some {@link
   * TransactionRepository#MAX_LATEST} lone transactions and as many batches. Where it removes
   * something there may be more. Nothing is removed where they are kept for ever.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   * @throws io.twophase.ports.StoreException if it does not permit to remove, or a step fails
   */
  public Removed pass() {
    Option<ReceiptPeriod> receipts = transactions.receiptsKept();
    long lone =
        transactions.keptFor().map(after -> ofLone.pass(after, receipts.isDefined())).getOrElse(0L);
    Removed removed =
        new Removed(lone, 0).plus(batchPass(receipts.isDefined())).plus(old(receipts));
    after.run();
    return removed;
  }

  private Removed batchPass(boolean leavesReceipts) {
    return ofBatches
        .filter(removal -> batches.exists(BatchRepository::hasRecords))
        .flatMap(
            removal -> batches.get().keptFor().map(after -> removal.pass(after, leavesReceipts)))
        .getOrElse(Removed.NOTHING);
  }

  private Removed old(Option<ReceiptPeriod> receipts) {
    return receipts
        .flatMap(ReceiptPeriod::limit)
        .map(limit -> transactions.removeReceipts(limit, TransactionRepository.MAX_LATEST))
        .map(gone -> new Removed(0, 0, gone))
        .getOrElse(Removed.NOTHING);
  }
}
