package io.twophase.app.transfer.batch;

import io.twophase.app.batch.BatchedTransfers;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Progress;
import io.twophase.app.engine.StepOrder;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.transfer.Order;
import io.twophase.domain.batch.record.Members;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Brings the workers of a batch to their ends: all their transfers as one transaction, where that
 * is asked for, or each as one of its own.
 */
final class BatchWork {

  private final Engine engine;
  private final Option<BatchedTransfers> together;

  BatchWork(Engine engine, Option<BatchedTransfers> together) {
    this.engine = engine;
    this.together = together;
  }

  /**
   * Runs workers that have not begun, each of another transaction.
   *
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  Engine.Ended run(List<Worker> workers, Order order, Progress progress, WaitPolicy waits) {
    List<NewTransaction> transfers = new ArrayList<>();
    if (together.isDefined()) {
      workers.forEach(worker -> body(worker).filter(Members::isTransfer).forEach(transfers::add));
    }
    if (transfers.size() < 2 || (order == Order.AS_GIVEN && transfers.size() < workers.size())) {
      StepOrder schedule = order == Order.ANY ? StepOrder.FREE : StepOrder.LOCKSTEP;
      return engine.run(workers, schedule, progress, waits);
    }
    return new Together(workers, progress).run(together.get(), transfers, order, waits);
  }

  private static Option<NewTransaction> body(Worker worker) {
    return worker
        .goal()
        .fold(
            submit -> Option.none(),
            run -> Option.some(run.body()),
            resume -> Option.none(),
            abandon -> Option.none(),
            cancel -> Option.none(),
            onAuthorization -> Option.none());
  }

  /** Workers whose transfers are one transaction, as far as that goes. */
  private final class Together {

    private final Worker[] workers;
    private final Progress progress;
    private final Map<TransactionId, Integer> places = new HashMap<>();
    private int undecided;
    private boolean areAllDecided;
    private Option<StoreException> failure = Option.none();

    Together(List<Worker> workers, Progress progress) {
      this.workers = workers.toArray(Worker[]::new);
      this.progress = progress;
      this.undecided = workers.size();
      for (int at = 0; at < workers.size(); at++) {
        places.put(workers.get(at).id(), at);
      }
    }

    Engine.Ended run(
        BatchedTransfers batches, List<NewTransaction> transfers, Order order, WaitPolicy waits) {
      together(batches, transfers, order);
      if (order == Order.ANY) {
        runAlone(rest(), waits);
      } else {
        restInOrder(batches);
      }
      allDecided();
      return new Engine.Ended(Arrays.asList(workers), failure);
    }

    private void together(BatchedTransfers batches, List<NewTransaction> transfers, Order order) {
      BatchedTransfers.Ended ended = batches.run(transfers, order == Order.AS_GIVEN, this::decided);
      failure = ended.failure().orElse(failure);
      ended
          .results()
          .forEach(
              (id, result) ->
                  workers[place(id)] =
                      workers[place(id)].answeredByBatch(
                          result, ended.decidedBefore().contains(id)));
    }

    private int place(TransactionId id) {
      return Objects.requireNonNull(places.get(id));
    }

    private void decided(TransactionId id, Result result) {
      progress.decided(place(id), workers[place(id)].answeredByBatch(result, false));
      undecided--;
      if (undecided == 0) {
        allDecided();
      }
    }

    private void allDecided() {
      if (!areAllDecided) {
        areAllDecided = true;
        progress.allDecided();
      }
    }

    private List<Integer> rest() {
      List<Integer> rest = new ArrayList<>(0);
      for (int at = 0; at < workers.length; at++) {
        if (workers[at].result().isEmpty()) {
          rest.add(at);
        }
      }
      return rest;
    }

    /**
     * What was left out, in order: the first of it alone, the others together again. Nothing is
     * sent behind one that has no certain answer.
     */
    private void restInOrder(BatchedTransfers batches) {
      List<Integer> rest = rest();
      while (!rest.isEmpty() && !isOpenEnded()) {
        runAlone(rest.subList(0, 1), WaitPolicy.PAUSE);
        if (!isOpenEnded() && rest.size() > 1) {
          againTogether(batches);
        }
        rest = rest();
      }
      rest.forEach(at -> workers[at] = workers[at].after(new Event.GaveUp()));
    }

    private void againTogether(BatchedTransfers batches) {
      List<Integer> rest = rest();
      try {
        together(
            batches, rest.stream().map(at -> body(workers[at]).get()).toList(), Order.AS_GIVEN);
      } catch (StoreException fault) {
        // others of the batch have their answers: these have none
        failure = Option.some(fault);
        rest.forEach(at -> workers[at] = workers[at].after(new Event.GaveUp()));
      }
    }

    private boolean isOpenEnded() {
      return Arrays.stream(workers).anyMatch(worker -> worker.result().exists(Result::isOpenEnded));
    }

    private void runAlone(List<Integer> those, WaitPolicy waits) {
      if (those.isEmpty()) {
        return;
      }
      List<Worker> alone = those.stream().map(at -> workers[at]).toList();
      try {
        Engine.Ended ended = engine.run(alone, StepOrder.FREE, of(those), waits);
        for (int at = 0; at < those.size(); at++) {
          workers[those.get(at)] = ended.workers().get(at);
        }
        failure = ended.failure().orElse(failure);
      } catch (StoreException fault) {
        // others of the batch have their answers: these have none
        failure = Option.some(fault);
        those.forEach(at -> workers[at] = workers[at].after(new Event.GaveUp()));
      }
    }

    private Progress of(List<Integer> those) {
      return new Progress() {
        @Override
        public void decided(int index, Worker worker) {
          progress.decided(those.get(index), worker);
        }

        @Override
        public void stopped(int index, Worker worker, Option<StoreException> fault) {
          progress.stopped(those.get(index), worker, fault);
        }

        @Override
        public void allDecided() {
          Together.this.allDecided();
        }
      };
    }
  }
}
