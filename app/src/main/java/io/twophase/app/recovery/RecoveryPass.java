package io.twophase.app.recovery;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.StepOrder;
import io.twophase.app.owner.Ownership;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreException;
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
 * One pass of recovery: first what is old, then what is young and whose owner is dead, which takes
 * seconds to know; last the old rows of imports in file order, in the order of the rows. Used once.
 */
final class RecoveryPass {

  private final Engine engine;
  private final TransactionRepository transactions;
  private final Ownership ownership;
  private final IdSource ids;
  private final int batchSize;
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
   * @param wanted which transactions to recover, by the text of their ids; others are not reported
   * @param report receives each transaction, as its batch ends
   */
  RecoveryPass(
      Engine engine,
      TransactionRepository transactions,
      Ownership ownership,
      IdSource ids,
      int batchSize,
      RecoveryRequest request,
      Predicate<String> wanted,
      Consumer<Recovered> report) {
    this.engine = engine;
    this.transactions = transactions;
    this.ownership = ownership;
    this.ids = ids;
    this.batchSize = batchSize;
    this.request = request;
    this.wanted = wanted;
    this.report = report;
  }

  void run() {
    Duration youngest = ownership.isKept() ? Duration.ZERO : request.olderThan();
    UnfinishedPages pages = new UnfinishedPages(transactions, youngest, request.application());
    int left = TransactionRepository.MAX_LATEST;
    while (left > 0 && pages.hasNext()) {
      List<Transaction> old = old(pages.next(left));
      left -= old.size();
      rows.addAll(old.stream().filter(FileOrderRecovery::isFor).toList());
      recover(old.stream().filter(record -> !FileOrderRecovery.isFor(record)).toList());
    }
    Set<Transaction> abandoned = ownership.abandonedForCertain(young);
    recover(young.stream().filter(abandoned::contains).limit(left).toList());
    recoverRows();
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
              });
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
    FileOrderRecovery inRowOrder = new FileOrderRecovery(row -> recoverBatch(List.of(row)), report);
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

  private void recover(List<Transaction> records) {
    for (int from = 0; from < records.size(); from += batchSize) {
      recoverBatch(records.subList(from, Math.min(records.size(), from + batchSize)));
    }
  }

  /** Answers whether all of them are finished. */
  private boolean recoverBatch(List<Transaction> records) {
    Goal goal =
        request.policy() == RecoveryRequest.Policy.RESUME ? new Goal.Resume() : new Goal.Abandon();
    List<Worker> workers = new ArrayList<>(records.size());
    for (Transaction record : records) {
      workers.add(engine.worker(record.id(), goal, ids.nextToken(), HoldOrder.TOGETHER));
    }
    Engine.Ended ended = engine.run(workers, StepOrder.FREE);
    boolean areFinished = true;
    for (int at = 0; at < records.size(); at++) {
      Recovered recovered =
          recovered(records.get(at), ended.workers().get(at).result().get(), ended.failure());
      areFinished &= recovered.isFinished();
      report.accept(recovered);
    }
    return areFinished;
  }

  private static Recovered recovered(
      Transaction record, Result result, Option<StoreException> failure) {
    String fault = failure.map(Throwable::getMessage).getOrElse("no certain answer in time");
    return result.fold(new RecoveryAnswer(record.id().value(), record.state(), fault));
  }
}
