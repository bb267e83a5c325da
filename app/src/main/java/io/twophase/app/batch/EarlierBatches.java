package io.twophase.app.batch;

import io.twophase.domain.batch.protocol.BatchEvent;
import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.IdSource;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What earlier batches, and earlier calls, have made of transfers that are asked for again.
 *
 * @param results of those that are decided
 * @param elsewhere those that have records of their own, and no result yet; or receipts of others
 * @param haveEnded whether no batch that has one of the transfers is unfinished any more
 * @param hasSent whether anything was written to the store
 */
record EarlierBatches(
    Map<TransactionId, Result> results,
    Set<TransactionId> elsewhere,
    boolean haveEnded,
    boolean hasSent) {

  /**
   * Sees through what is unfinished, and waits for what others work on as long as {@code tries}.
   */
  static EarlierBatches of(
      List<NewTransaction> transfers, BatchEngine engine, Tries tries, IdSource ids) {
    boolean hasSent = false;
    while (true) {
      List<BatchEvent.Taken> seen =
          engine.calls().taken(transfers.stream().map(NewTransaction::id).toList());
      Set<BatchId> unfinished = new LinkedHashSet<>();
      for (BatchEvent.Taken taken : seen) {
        taken
            .batch()
            .filter(record -> !record.state().isFinal())
            .forEach(record -> unfinished.add(record.id()));
      }
      if (unfinished.isEmpty()) {
        return ended(transfers, seen, hasSent);
      }
      boolean areEnded = true;
      for (BatchId batch : unfinished) {
        hasSent = true;
        areEnded &=
            engine.run(new BatchGoal.Resume(batch), ids.nextToken(), decided -> {}).isFinished();
      }
      // one that a majority has not closed yet is read as unfinished once more
      if (!tries.await()) {
        return areEnded
            ? ended(transfers, seen, hasSent)
            : new EarlierBatches(Map.of(), Set.of(), false, hasSent);
      }
    }
  }

  private static EarlierBatches ended(
      List<NewTransaction> transfers, List<BatchEvent.Taken> seen, boolean hasSent) {
    Map<TransactionId, Result> results = results(transfers, seen);
    Set<TransactionId> elsewhere = new HashSet<>();
    for (BatchEvent.Taken taken : seen) {
      taken
          .lookup()
          .alone()
          .map(Transaction::id)
          .filter(id -> !results.containsKey(id))
          .forEach(elsewhere::add);
      taken
          .lookup()
          .receiptLeft()
          .map(Receipt::id)
          .filter(id -> !results.containsKey(id))
          .forEach(elsewhere::add);
    }
    return new EarlierBatches(results, elsewhere, true, hasSent);
  }

  private static Map<TransactionId, Result> results(
      List<NewTransaction> transfers, List<BatchEvent.Taken> seen) {
    Map<TransactionId, Result> results = new LinkedHashMap<>();
    for (int at = 0; at < transfers.size(); at++) {
      NewTransaction asked = transfers.get(at);
      BatchEvent.Taken taken = seen.get(at);
      if (taken.lookup().body().exists(asked::asksTheSameAs)) {
        ofMember(asked.id(), taken.batch())
            .orElse(() -> taken.lookup().alone().flatMap(EarlierBatches::ofLone))
            .forEach(result -> results.put(asked.id(), result));
      }
      taken
          .lookup()
          .receiptLeft()
          .filter(receipt -> receipt.isAnswerTo(asked))
          .forEach(receipt -> results.put(asked.id(), Result.of(receipt)));
    }
    return results;
  }

  /** Its batch has ended, though what was read of it may be older. */
  private static Option<Result> ofMember(TransactionId id, Option<BatchRecord> batch) {
    return batch.flatMap(
        record ->
            record
                .of(id)
                .fold(
                    Option::none,
                    Option::none,
                    applied -> Option.some(new Result.Applied(true)),
                    canceled -> Option.some(new Result.Canceled(canceled.reason(), true))));
  }

  private static Option<Result> ofLone(Transaction record) {
    return record.state() == State.DONE
        ? Option.some(new Result.Applied(true))
        : Option.when(
            record.state() == State.CANCELED,
            () -> new Result.Canceled(record.reason().get(), true));
  }
}
