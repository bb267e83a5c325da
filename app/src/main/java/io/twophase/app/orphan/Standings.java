package io.twophase.app.orphan;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the records say of holds that were seen before the records were read. A record that is
 * missing is replaced by a tombstone first, so that it can never come.
 */
public final class Standings {

  private static final Standing UNPROVEN = new Standing.Unproven();
  private static final Standing UNSETTLED = new Standing.Unsettled();

  private final Map<TransactionId, TransactionLookup.Found> found;
  private final Map<TransactionId, Receipt> removed;
  private final Set<TransactionId> entombed;

  private Standings(
      Map<TransactionId, TransactionLookup.Found> found,
      Map<TransactionId, Receipt> removed,
      Set<TransactionId> entombed) {
    this.found = found;
    this.removed = removed;
    this.entombed = entombed;
  }

  /**
   * Reads the records of the transactions of holds that have been seen.
   *
   * @throws io.twophase.ports.StoreException if they cannot be read; no hold is touched
   */
  public static Standings of(
      Collection<TransactionId> holders, TransactionRepository transactions) {
    Map<TransactionId, TransactionLookup.Found> found = new HashMap<>();
    Map<TransactionId, Receipt> removed = new HashMap<>();
    List<TransactionId> absent = new ArrayList<>();
    for (TransactionLookup lookup : transactions.find(holders.stream().distinct().toList())) {
      lookup
          .<Runnable>fold(
              there -> () -> found.put(there.record().id(), there),
              missing -> () -> absent.add(missing.id()),
              unreadable -> () -> {},
              gone -> () -> removed.put(gone.receipt().id(), gone.receipt()))
          .run();
    }
    return new Standings(found, removed, entombed(absent, transactions));
  }

  /** The ids under which a tombstone is stored for certain, by this call or another. */
  private static Set<TransactionId> entombed(
      List<TransactionId> absent, TransactionRepository transactions) {
    if (absent.isEmpty()) {
      return Set.of();
    }
    transactions.begin(absent.stream().<NewRecord>map(NewRecord.Tombstone::new).toList());
    Set<TransactionId> entombed = new HashSet<>();
    // read again whatever was answered: what counts is what is there
    for (TransactionLookup lookup : transactions.find(absent)) {
      if (lookup instanceof TransactionLookup.Found there && there.record().body().isTombstone()) {
        entombed.add(there.record().id());
      }
    }
    return entombed;
  }

  /** What they say of a hold of that transaction, which was seen at that epoch. */
  public Standing of(TransactionId holder, Epoch epoch) {
    Receipt receipt = removed.get(holder);
    if (receipt != null) {
      return isDoneAt(receipt, epoch) ? UNSETTLED : new Standing.Orphaned(Proof.FINISHED);
    }
    TransactionLookup.Found there = found.get(holder);
    if (there == null) {
      return entombed.contains(holder) ? new Standing.Orphaned(Proof.NO_RECORD) : UNPROVEN;
    }
    if (isDoneAt(there.record(), epoch)) {
      return UNSETTLED;
    }
    if (there.record().state().isFinal()) {
      return new Standing.Orphaned(Proof.FINISHED);
    }
    return epoch.olderThan(there.record().epoch())
        ? new Standing.Orphaned(Proof.OLDER_EPOCH)
        : new Standing.Alive(there);
  }

  /**
   * Whether a hold of that epoch is one that the record was decided by. All of those are settled
   * before the record is done: one that is still there is no orphan, but was missed.
   */
  private static boolean isDoneAt(Receipt receipt, Epoch epoch) {
    return receipt.isApplied() && receipt.epoch().equals(epoch);
  }

  private static boolean isDoneAt(Transaction record, Epoch epoch) {
    return record.state() == State.DONE && record.epoch().equals(epoch);
  }
}
