package io.twophase.app.recovery;

import io.twophase.app.batch.BatchEnd;
import io.twophase.app.batch.BatchEngine;
import io.twophase.app.owner.Ownership;
import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.protocol.BatchResult;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One pass of recovery over batches that are one transaction: first what is old, then what is young
 * and whose owner is dead. Used once.
 */
final class BatchRecovery {

  private final BatchEngine engine;
  private final BatchRepository batches;
  private final Ownership ownership;
  private final IdSource ids;
  private final RecoveryRequest request;
  private final Predicate<String> wanted;
  private final Consumer<Recovered> report;

  /**
   * @param wanted which batches to recover, by the text of their ids; others are not reported
   * @param report receives each batch, as it ends
   */
  BatchRecovery(
      BatchEngine engine,
      BatchRepository batches,
      Ownership ownership,
      IdSource ids,
      RecoveryRequest request,
      Predicate<String> wanted,
      Consumer<Recovered> report) {
    this.engine = engine;
    this.batches = batches;
    this.ownership = ownership;
    this.ids = ids;
    this.request = request;
    this.wanted = wanted;
    this.report = report;
  }

  void run() {
    Duration youngest = ownership.isKept() ? Duration.ZERO : request.olderThan();
    List<BatchRecord> old = new ArrayList<>();
    List<BatchRecord> young = new ArrayList<>();
    for (BatchLookup lookup : batches.unfinished(youngest, TransactionRepository.MAX_LATEST)) {
      lookup
          .<Runnable>fold(
              found -> () -> sort(found, old, young),
              absent -> () -> {},
              unreadable -> () -> report(unreadable))
          .run();
    }
    old.forEach(this::recover);
    Set<BatchRecord> abandoned = ownership.abandonedBatchesForCertain(young);
    young.stream().filter(abandoned::contains).forEach(this::recover);
  }

  private void sort(BatchLookup.Found found, List<BatchRecord> old, List<BatchRecord> young) {
    BatchRecord record = found.record();
    boolean isWanted =
        wanted.test(record.id().value())
            && request
                .application()
                .forAll(
                    application ->
                        record.owner().exists(owner -> owner.application().equals(application)));
    if (isWanted && found.unmodifiedFor().compareTo(request.olderThan()) >= 0) {
      old.add(record);
    } else if (isWanted && ownership.isWatched(record)) {
      young.add(record);
    }
  }

  private void report(BatchLookup.Unreadable unreadable) {
    if (wanted.test(unreadable.id())) {
      report.accept(new Recovered.Unreadable(unreadable.id(), unreadable.fault()));
    }
  }

  private void recover(BatchRecord record) {
    StoreException.faultOf(() -> bringToItsEnd(record))
        .forEach(
            why ->
                report.accept(new Recovered.Unfinished(record.id().value(), record.state(), why)));
  }

  private void bringToItsEnd(BatchRecord record) {
    boolean isAbandoned =
        request.policy() == RecoveryRequest.Policy.CANCEL && record.state() == State.PENDING;
    BatchEnd end =
        isAbandoned
            ? run(new BatchGoal.Cancel(record.id(), new CancelReason.Recovered()))
            : run(new BatchGoal.Resume(record.id()));
    if (end.result() instanceof BatchResult.AlreadyDecided) {
      end = run(new BatchGoal.Resume(record.id()));
    }
    report.accept(recovered(record, end));
  }

  private BatchEnd run(BatchGoal goal) {
    return engine.run(goal, ids.nextToken(), decided -> {});
  }

  private static Recovered recovered(BatchRecord record, BatchEnd end) {
    String id = record.id().value();
    String fault = end.failure().map(Throwable::getMessage).getOrElse("no certain answer in time");
    if (end.result() instanceof BatchResult.Busy || end.result() instanceof BatchResult.NotFound) {
      return new Recovered.LeftToAnother(id, record.state());
    }
    return end.decided()
        .filter(decided -> end.isFinished())
        .<Recovered>map(
            decided ->
                decided
                    .record()
                    .reason()
                    .<Recovered>map(why -> new Recovered.Canceled(id, record.state(), why))
                    .getOrElse(() -> new Recovered.Done(id, record.state())))
        .getOrElse(() -> new Recovered.Unfinished(id, record.state(), fault));
  }
}
