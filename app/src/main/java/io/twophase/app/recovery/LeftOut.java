package io.twophase.app.recovery;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionRepository;
import java.util.List;

/**
 * The transfers that a batch which has ended left out, as they were read.
 *
 * @param isOld whether the batch ended so long ago that whoever asked for them counts as dead
 * @param isSettled whether it ended so long ago that no message of its time is still under way
 * @param ids of the transfers, in the batch's order
 * @param lookups one for each of them
 */
record LeftOut(
    BatchRecord record,
    boolean isOld,
    boolean isSettled,
    List<TransactionId> ids,
    List<TransactionLookup> lookups) {

  /** As they are now. */
  LeftOut read(TransactionRepository transactions) {
    return new LeftOut(
        record, isOld, isSettled, ids, ids.isEmpty() ? List.of() : transactions.find(ids));
  }

  /** Those that nobody has gone on with: they are free as long as they name the batch. */
  List<Transaction> naming() {
    return lookups.stream()
        .filter(this::isNaming)
        .map(lookup -> ((TransactionLookup.Found) lookup).record())
        .toList();
  }

  boolean isNaming(TransactionLookup lookup) {
    return lookup.fold(
        found -> found.batch().contains(record.id()),
        absent -> false,
        unreadable -> false,
        removed -> false);
  }

  /**
   * Those that are not behind one that comes first, and that may be begun yet: where the batch is
   * in order, and one of them is not there.
   */
  List<Transaction> inTurn() {
    boolean mayLack = record.inOrder() && !isSettled;
    return lookups.stream()
        .takeWhile(lookup -> !(mayLack && lookup instanceof TransactionLookup.Absent))
        .filter(this::isNaming)
        .map(lookup -> ((TransactionLookup.Found) lookup).record())
        .toList();
  }

  List<TransactionLookup.Unreadable> unreadable() {
    return lookups.stream()
        .filter(TransactionLookup.Unreadable.class::isInstance)
        .map(TransactionLookup.Unreadable.class::cast)
        .toList();
  }

  /**
   * Whether none of them names the batch, nor ever will. As long as messages of its time may be
   * under way, one may be inserted yet, or come here from the batch that left it out before: so
   * each of them must be seen to be lone, or decided by another batch.
   */
  boolean haveGoneOn() {
    return lookups.stream()
        .allMatch(
            lookup ->
                lookup.fold(
                    found -> !isNaming(found) && (isSettled || hasGoneOn(found)),
                    absent -> isSettled,
                    unreadable -> false,
                    removed -> true));
  }

  private static boolean hasGoneOn(TransactionLookup.Found found) {
    return found.batch().isEmpty() || found.record().state() != State.PENDING;
  }
}
