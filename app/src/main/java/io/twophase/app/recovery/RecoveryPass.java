package io.twophase.app.recovery;

import io.twophase.app.owner.Ownership;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One pass of recovery: first the authorizations that have expired, then what is old, then what is
 * young and whose owner is dead, which takes seconds to know; last the old rows of imports in file
 * order, in the order of the rows. What batches have left out is among each of the latter three.
 * Used once.
 */
final class RecoveryPass {

  private final RecoveryRuns runs;
  private final Option<LeftOutRecovery> leftOut;
  private final TransactionRepository transactions;
  private final Ownership ownership;
  private final RecoveryRequest request;
  private final Predicate<String> wanted;
  private final Consumer<Recovered> report;

  /**
   * What this pass has taken up. A record that changes meanwhile is listed again on a later page.
   */
  private final Set<TransactionId> taken = new HashSet<>();

  private final List<Transaction> young = new ArrayList<>();
  private final List<Transaction> rows = new ArrayList<>();

  /**
   * @param leftOut what batches have left out, in a store that has batches
   * @param wanted which transactions to recover, by the text of their ids; others are not reported
   * @param report receives each transaction, as its batch ends
   */
  RecoveryPass(
      RecoveryRuns runs,
      Option<LeftOutRecovery> leftOut,
      TransactionRepository transactions,
      Ownership ownership,
      RecoveryRequest request,
      Predicate<String> wanted,
      Consumer<Recovered> report) {
    this.runs = runs;
    this.leftOut = leftOut;
    this.transactions = transactions;
    this.ownership = ownership;
    this.request = request;
    this.wanted = wanted;
    this.report = report;
  }

  void run() {
    runs.recover(expired());
    Duration youngest = ownership.isKept() ? Duration.ZERO : request.olderThan();
    UnfinishedPages pages = new UnfinishedPages(transactions, youngest, request.application());
    int left = TransactionRepository.MAX_LATEST;
    while (left > 0 && pages.hasNext()) {
      List<Transaction> old = old(pages.next(left));
      left -= old.size();
      rows.addAll(old.stream().filter(FileOrderRecovery::isFor).toList());
      runs.recover(old.stream().filter(record -> !FileOrderRecovery.isFor(record)).toList());
    }
    leftOut.forEach(LeftOutRecovery::recoverOld);
    Set<Transaction> abandoned = ownership.abandonedForCertain(young);
    runs.recover(young.stream().filter(abandoned::contains).limit(left).toList());
    leftOut.forEach(LeftOutRecovery::recoverAbandoned);
    leftOut.forEach(members -> rows.addAll(members.rows()));
    recoverRows();
    leftOut.forEach(LeftOutRecovery::forget);
  }

  /** Nobody works on what is authorized: so once it has expired, it is voided at once. */
  private List<Transaction> expired() {
    List<Transaction> expired = new ArrayList<>();
    for (TransactionLookup lookup : transactions.overdue(TransactionRepository.MAX_LATEST)) {
      Option<Transaction> one =
          lookup.fold(
              found -> Option.some(found.record()).filter(this::isAskedFor),
              absent -> Option.none(),
              unreadable -> {
                report(unreadable);
                return Option.none();
              },
              removed -> Option.none());
      one.forEach(record -> take(record, expired));
    }
    return expired;
  }

  private boolean isAskedFor(Transaction record) {
    return wanted.test(record.id().value())
        && request.application().forAll(record.application()::contains);
  }

  /** The old ones. Keeps the young ones for later, and reports those that cannot be read. */
  private List<Transaction> old(List<TransactionLookup> page) {
    List<Transaction> old = new ArrayList<>();
    for (TransactionLookup lookup : page) {
      Option<Transaction> one =
          lookup.fold(
              this::old,
              absent -> Option.none(),
              unreadable -> {
                report(unreadable);
                return Option.none();
              },
              removed -> Option.none());
      one.forEach(record -> take(record, old));
    }
    return old;
  }

  /** The record, if it is old; one that is young is kept, if its owner may have abandoned it. */
  private Option<Transaction> old(TransactionLookup.Found found) {
    Transaction record = found.record();
    boolean isWanted = wanted.test(record.id().value());
    boolean isOld = found.unmodifiedFor().compareTo(request.olderThan()) >= 0;
    if (isWanted && !isOld && mayBeAbandoned(record)) {
      take(record, young);
    }
    return Option.when(isWanted && isOld, record);
  }

  private void report(TransactionLookup.Unreadable unreadable) {
    if (wanted.test(unreadable.id())) {
      report.accept(new Recovered.Unreadable(unreadable.id(), unreadable.fault()));
    }
  }

  /** Keeps no more than a pass may recover: the next pass finds the rest. */
  private boolean mayBeAbandoned(Transaction record) {
    return young.size() < TransactionRepository.MAX_LATEST
        && ownership.isWatched(record)
        && !FileOrderRecovery.isFor(record);
  }

  private void take(Transaction record, List<Transaction> those) {
    if (taken.add(record.id())) {
      those.add(record);
    }
  }

  /**
   * An earlier row of the same file may belong to another application, may be young, or may be left
   * out: so all that is unfinished is looked through for rows, whatever was asked for.
   */
  private void recoverRows() {
    if (rows.isEmpty()) {
      return;
    }
    FileOrderRecovery inRowOrder = new FileOrderRecovery(runs::recover, report);
    leftOut.forEach(members -> members.youngRows().forEach(inRowOrder::leave));
    Set<TransactionId> asked = new HashSet<>();
    rows.forEach(row -> asked.add(row.id()));
    UnfinishedPages pages = new UnfinishedPages(transactions, Duration.ZERO, Option.none());
    while (pages.hasNext()) {
      for (TransactionLookup lookup : pages.next(TransactionRepository.MAX_LATEST)) {
        if (lookup instanceof TransactionLookup.Found found
            && !asked.contains(found.record().id())) {
          inRowOrder.leave(found.record());
        }
      }
    }
    inRowOrder.recover(rows);
  }
}
