package io.twophase.app.recovery;

import io.twophase.app.batch.BatchEngine;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.StepOrder;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Brings transactions that nobody works on to their ends, as a request says, and reports each. */
final class RecoveryRuns {

  private final Engine engine;
  private final Option<BatchEngine> batches;
  private final IdSource ids;
  private final int batchSize;
  private final RecoveryRequest.Policy policy;
  private final Consumer<Recovered> report;

  /**
   * @param batches of a store that has them: what a dead batch holds keeps nobody out
   * @param batchSize how many are brought to their ends together
   * @param report receives each transaction, as its batch ends
   */
  RecoveryRuns(
      Engine engine,
      Option<BatchEngine> batches,
      IdSource ids,
      int batchSize,
      RecoveryRequest.Policy policy,
      Consumer<Recovered> report) {
    this.engine = engine;
    this.batches = batches;
    this.ids = ids;
    this.batchSize = batchSize;
    this.policy = policy;
    this.report = report;
  }

  /** Recovers {@code records}, no id twice, in batches. */
  void recover(List<Transaction> records) {
    for (int from = 0; from < records.size(); from += batchSize) {
      together(records.subList(from, Math.min(records.size(), from + batchSize)));
    }
  }

  /** Recovers one by itself; answers whether it is finished. */
  boolean recover(Transaction record) {
    return together(List.of(record));
  }

  /** If one of them ends the run of all, each is run alone. */
  private boolean together(List<Transaction> records) {
    boolean[] areFinished = {false};
    Option<String> fault = StoreException.faultOf(() -> areFinished[0] = run(records));
    if (fault.isDefined() && records.size() > 1) {
      records.forEach(this::recover);
    } else if (fault.isDefined()) {
      Transaction one = records.get(0);
      report.accept(new Recovered.Unfinished(one.id().value(), one.state(), fault.get()));
    }
    return areFinished[0];
  }

  private boolean run(List<Transaction> records) {
    Goal goal = policy == RecoveryRequest.Policy.RESUME ? new Goal.Resume() : new Goal.Abandon();
    batches.forEach(there -> there.clear(undecided(records)));
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

  private static List<NewTransaction> undecided(List<Transaction> records) {
    return records.stream()
        .filter(record -> !record.state().isDecided())
        .map(Transaction::body)
        .toList();
  }

  private static Recovered recovered(
      Transaction record, Result result, Option<StoreException> failure) {
    String fault = failure.map(Throwable::getMessage).getOrElse("no certain answer in time");
    return result.fold(new RecoveryAnswer(record.id().value(), record.state(), fault));
  }
}
