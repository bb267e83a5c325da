package io.twophase.app.retention;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

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
   * @param stays what was due and stays, since it cannot be read, or the store refuses to remove
   *     it; the first 1,000
   * @param fault why a part of the pass failed; only {@link #attempt()} answers with one
   */
  public record Removed(
      long transactions,
      long batches,
      long receipts,
      List<TransactionLookup.Unreadable> stays,
      Option<StoreException> fault) {

    private static final int MOST_STAYING = 1_000;

    static final Removed NOTHING = new Removed(0, 0);

    /** No receipts. */
    public Removed(long transactions, long batches) {
      this(transactions, batches, 0, List.of(), Option.none());
    }

    /** The lists do not change. */
    public Removed {
      stays = List.copyOf(stays.subList(0, Math.min(stays.size(), MOST_STAYING)));
    }

    static Removed staying(List<TransactionLookup.Unreadable> stays) {
      return new Removed(0, 0, 0, stays, Option.none());
    }

    Removed plus(Removed more) {
      List<TransactionLookup.Unreadable> all = new ArrayList<>(stays);
      all.addAll(more.stays);
      return new Removed(
          transactions + more.transactions,
          batches + more.batches,
          receipts + more.receipts,
          all,
          fault.orElse(more.fault));
    }

    /** Whether nothing was removed: then another pass removes nothing either. */
    public boolean isNothing() {
      return transactions == 0 && batches == 0 && receipts == 0;
    }
  }

  /**
   * One pass by the period that the store is set to: over some {@link
   * TransactionRepository#MAX_LATEST} lone transactions and as many batches. Where it removes
   * something there may be more. Nothing is removed where they are kept for ever.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   * @throws io.twophase.ports.StoreException if a step fails, or what follows: the rest is done
   */
  public Removed pass() {
    Removed removed = attempt();
    removed
        .fault()
        .forEach(
            fault -> {
              throw fault;
            });
    return removed;
  }

  /**
   * Makes one pass as {@link #pass()}. If a part of the pass fails, then the answer has its fault
   * beside what was removed.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public Removed attempt() {
    Option<ReceiptPeriod> receipts = transactions.receiptsKept();
    List<Removed> removed = new ArrayList<>();
    List<Runnable> parts =
        List.of(
            () -> lonePass(receipts.isDefined(), removed::add),
            () -> batchPass(receipts.isDefined(), removed::add),
            () -> removed.add(old(receipts)),
            after);
    Set<String> faults = new LinkedHashSet<>();
    parts.forEach(part -> StoreException.faultOf(part).forEach(faults::add));
    Option<StoreException> fault =
        Option.when(!faults.isEmpty(), () -> new StoreException(String.join("; ", faults)));
    return removed.stream().reduce(new Removed(0, 0, 0, List.of(), fault), Removed::plus);
  }

  private void lonePass(boolean leavesReceipts, Consumer<Removed> report) {
    transactions.keptFor().forEach(period -> ofLone.pass(period, leavesReceipts, report));
  }

  private void batchPass(boolean leavesReceipts, Consumer<Removed> report) {
    ofBatches
        .filter(removal -> batches.exists(BatchRepository::hasRecords))
        .forEach(
            removal ->
                batches
                    .get()
                    .keptFor()
                    .forEach(period -> removal.pass(period, leavesReceipts, report)));
  }

  private Removed old(Option<ReceiptPeriod> receipts) {
    return receipts
        .flatMap(ReceiptPeriod::limit)
        .map(limit -> transactions.removeReceipts(limit, TransactionRepository.MAX_LATEST))
        .map(gone -> new Removed(0, 0, gone, List.of(), Option.none()))
        .getOrElse(Removed.NOTHING);
  }
}
