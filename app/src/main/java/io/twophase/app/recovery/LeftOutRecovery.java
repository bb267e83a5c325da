package io.twophase.app.recovery;

import io.twophase.app.batch.BatchEngine;
import io.twophase.app.owner.Ownership;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What one pass of recovery does about transfers that ended batches have left out. Whoever asked
 * for one goes on with it, in the next batch or alone (rule 22). Where that one is dead, or does
 * nothing for as long as the request says, each that still names its batch is run here, as a lone
 * transaction. Once none does, the batch's record says so, and no later pass looks. Used once.
 *
 * <p>The transfers of a batch in order are run one by one, in their order: behind one that is not
 * finished nothing more of its batch is touched. Rows of an import in file order are only found
 * here: they are recovered with the others of their file.
 */
final class LeftOutRecovery {

  private static final Comparator<LeftOut> NEWEST_FIRST =
      Comparator.comparing((LeftOut left) -> left.record().createdAt())
          .thenComparing(left -> left.record().id())
          .reversed();

  /** Longer than any message is under way, whatever the request says of the age of batches. */
  private static final Duration LONGEST_UNDER_WAY = Duration.ofHours(1);

  private static final String BEHIND_ANOTHER =
      "an earlier transfer of its batch is not finished, and comes first";

  private final BatchEngine engine;
  private final BatchRepository batches;
  private final TransactionRepository transactions;
  private final Ownership ownership;
  private final RecoveryRequest request;
  private final Predicate<String> wanted;
  private final RecoveryRuns runs;
  private final Consumer<Recovered> report;

  private final List<LeftOut> young = new ArrayList<>();
  private final List<LeftOut> inOrder = new ArrayList<>();
  private final List<LeftOut> touched = new ArrayList<>();
  private final Set<TransactionId> taken = new HashSet<>();
  private final List<Transaction> rows = new ArrayList<>();
  private final List<Transaction> youngRows = new ArrayList<>();

  /**
   * @param wanted which transfers to recover, by the text of their ids; others are not reported
   * @param report receives what is not run here: what cannot be read, and what has to wait
   */
  LeftOutRecovery(
      BatchEngine engine,
      BatchRepository batches,
      TransactionRepository transactions,
      Ownership ownership,
      RecoveryRequest request,
      Predicate<String> wanted,
      RecoveryRuns runs,
      Consumer<Recovered> report) {
    this.engine = engine;
    this.batches = batches;
    this.transactions = transactions;
    this.ownership = ownership;
    this.request = request;
    this.wanted = wanted;
    this.runs = runs;
    this.report = report;
  }

  /** Looks for all of them, and recovers those of old batches, but for what is in an order. */
  void recoverOld() {
    Duration youngest = ownership.isKept() ? Duration.ZERO : request.olderThan();
    List<Transaction> free = new ArrayList<>();
    List<BatchLookup> page = batches.leavingOut(youngest, TransactionRepository.MAX_LATEST);
    for (BatchLookup lookup : page) {
      lookup
          .<Runnable>fold(
              found -> () -> alone(found.record(), () -> look(found, free)),
              absent -> () -> {},
              unreadable -> () -> unreadable(unreadable.id(), unreadable.fault()))
          .run();
    }
    if (page.size() == TransactionRepository.MAX_LATEST) {
      // there may be earlier rows that this pass does not see: all wait for the next
      youngRows.addAll(rows);
      rows.clear();
    }
    runs.recover(free);
  }

  /** What is thrown about one batch is reported with its id. */
  private void alone(BatchRecord record, Runnable work) {
    StoreException.faultOf(work)
        .filter(why -> wanted.test(record.id().value()))
        .forEach(
            why ->
                report.accept(new Recovered.Unfinished(record.id().value(), record.state(), why)));
  }

  private void look(BatchLookup.Found found, List<Transaction> free) {
    BatchRecord record = found.record();
    boolean isOld = found.unmodifiedFor().compareTo(request.olderThan()) >= 0;
    boolean isSettled = found.unmodifiedFor().compareTo(LONGEST_UNDER_WAY) >= 0;
    if (record.isTombstone() && !(isOld && isSettled)) {
      // who names it is looked for among all transfers: once, when none can come any more. And it
      // does not know whether its batch was in order
      return;
    }
    LeftOut left = new LeftOut(record, isOld, isSettled, ids(record), List.of()).read(transactions);
    left.unreadable().forEach(one -> unreadable(one.id(), one.fault()));
    if (left.haveGoneOn()) {
      engine.forgetLeftOut(record.id());
    } else if (!left.naming().isEmpty()) {
      sort(left, free);
    }
  }

  private List<TransactionId> ids(BatchRecord record) {
    return record.isTombstone()
        ? batches.naming(record).stream().flatMap(each -> id(each).toJavaStream()).toList()
        : record.verdict().left().toJavaList();
  }

  private static Option<TransactionId> id(TransferLookup named) {
    return named instanceof TransferLookup.Unreadable bad
        ? TransactionId.parse(bad.id()).toOption()
        : named.member().map(MemberDocument::id);
  }

  private void sort(LeftOut left, List<Transaction> free) {
    boolean isWanted =
        request
            .application()
            .forAll(
                application ->
                    left.record().owner().exists(owner -> owner.application().equals(application)));
    touched.add(left);
    List<Transaction> inTurn = left.inTurn();
    for (Transaction row : left.naming()) {
      if (FileOrderRecovery.isFor(row)) {
        boolean isDue =
            isWanted && left.isOld() && inTurn.contains(row) && wanted.test(row.id().value());
        (isDue && taken.add(row.id()) ? rows : youngRows).add(row);
      }
    }
    if (isWanted && left.isOld() && left.record().inOrder()) {
      inOrder.add(left);
    } else if (isWanted && left.isOld()) {
      free.addAll(due(left));
    } else if (isWanted && ownership.isWatched(left.record())) {
      young.add(left);
    }
  }

  private List<Transaction> due(LeftOut left) {
    return left.naming().stream()
        .filter(member -> !FileOrderRecovery.isFor(member))
        .filter(member -> wanted.test(member.id().value()) && taken.add(member.id()))
        .toList();
  }

  /** Recovers those of young batches whose owners are dead, and those in an order. */
  void recoverAbandoned() {
    List<Transaction> free = new ArrayList<>();
    Set<BatchRecord> abandoned =
        ownership.abandonedBatchesForCertain(young.stream().map(LeftOut::record).toList());
    for (LeftOut left : young) {
      if (abandoned.contains(left.record()) && left.record().inOrder()) {
        inOrder.add(left);
      } else if (abandoned.contains(left.record())) {
        free.addAll(due(left));
      }
    }
    runs.recover(free);
    // of one call, a later batch has taken the first of those that an earlier one left out
    inOrder.stream()
        .sorted(NEWEST_FIRST)
        .forEach(left -> alone(left.record(), () -> recoverInOrder(left)));
  }

  private void recoverInOrder(LeftOut left) {
    boolean isFinished = true;
    for (TransactionLookup lookup : left.read(transactions).lookups()) {
      boolean areFinished = isFinished;
      isFinished =
          lookup.fold(
              found -> isFinished(left, found, areFinished),
              // what was never begun comes after all that was
              absent -> areFinished && left.isSettled(),
              unreadable -> false,
              removed -> areFinished);
    }
  }

  /** Whether it is finished, after it was recovered if all before it are. */
  private boolean isFinished(LeftOut left, TransactionLookup.Found found, boolean areFinished) {
    Transaction transfer = found.record();
    if (!left.isNaming(found)) {
      return areFinished && transfer.state().isFinal();
    }
    String id = transfer.id().value();
    if (FileOrderRecovery.isFor(transfer) || !wanted.test(id)) {
      return false;
    }
    if (!areFinished) {
      report.accept(new Recovered.Unfinished(id, transfer.state(), BEHIND_ANOTHER));
      return false;
    }
    return runs.recover(transfer);
  }

  /** The rows of imports in file order that may be recovered now. */
  List<Transaction> rows() {
    return rows;
  }

  /** Those that are not to be recovered now: later rows of their files wait for them. */
  List<Transaction> youngRows() {
    return youngRows;
  }

  /** Notes in the records that none of theirs is left out any more, where it is so by now. */
  void forget() {
    for (LeftOut left : touched) {
      alone(
          left.record(),
          () -> {
            if (left.read(transactions).haveGoneOn()) {
              engine.forgetLeftOut(left.record().id());
            }
          });
    }
  }

  private void unreadable(String id, String fault) {
    if (wanted.test(id)) {
      report.accept(new Recovered.Unreadable(id, fault));
    }
  }
}
