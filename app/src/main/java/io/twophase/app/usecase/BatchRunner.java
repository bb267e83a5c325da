package io.twophase.app.usecase;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Progress;
import io.twophase.app.engine.Schedule;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransferRefusal;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Runs one batch of transfers through the engine and says what became of each. */
public final class BatchRunner {

  private final Engine engine;
  private final IdSource ids;

  /** Batches of {@code engine}, with tokens from {@code ids}. */
  public BatchRunner(Engine engine, IdSource ids) {
    this.engine = engine;
    this.ids = ids;
  }

  /** Is told of a batch while it runs, on the thread that runs it. */
  public interface Listener {
    /** The request at {@code index} is decided: this is certain, and may not be all done. */
    void decided(int index, TransferOutcome outcome);

    /** All are decided, but those that wait for others' work. Told once. */
    void allDecided();
  }

  /**
   * Runs a batch.
   *
   * @param requests no id may occur twice
   * @return the outcomes, one for each request, in their order
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent for any of them
   */
  public List<TransferOutcome> run(List<TransferRequest> requests, Listener listener) {
    return run(requests, Order.ANY, Option.some(listener));
  }

  List<TransferOutcome> run(List<TransferRequest> requests, Order order) {
    return run(requests, order, Option.none());
  }

  private List<TransferOutcome> run(
      List<TransferRequest> requests, Order order, Option<Listener> listener) {
    List<Either<TransferRefusal, NewTransaction>> checked = new ArrayList<>(requests.size());
    List<Worker> workers = new ArrayList<>(requests.size());
    int[] places = new int[requests.size()];
    for (TransferRequest request : requests) {
      Either<TransferRefusal, NewTransaction> transaction =
          NewTransaction.transfer(
              request.id(), request.source(), request.destination(), request.amount());
      checked.add(transaction);
      if (transaction.isRight()) {
        places[workers.size()] = checked.size() - 1;
        workers.add(worker(transaction.get(), order));
      }
    }
    Engine.Ended ended =
        engine.run(
            workers,
            order == Order.ANY ? Schedule.FREE : Schedule.LOCKSTEP,
            listener.isDefined() ? new Telling(listener.get(), places) : Progress.IGNORED);
    List<TransferOutcome> outcomes = new ArrayList<>(requests.size());
    int next = 0;
    for (int at = 0; at < requests.size(); at++) {
      TransactionId id = requests.get(at).id();
      outcomes.add(
          checked.get(at).isLeft()
              ? new TransferOutcome.Refused(
                  id, new Refusal.Invalid(checked.get(at).getLeft()), true, false, Option.none())
              : outcome(ended.workers().get(next++), ended.failure()));
    }
    return outcomes;
  }

  /** Passes on what the engine tells. */
  private static final class Telling implements Progress {

    private final Listener listener;
    private final int[] places;

    /**
     * @param places of the workers among the requests
     */
    Telling(Listener listener, int[] places) {
      this.listener = listener;
      this.places = places;
    }

    @Override
    public void decided(int index, Worker worker) {
      Option<Result> certain = worker.certain();
      if (certain.isDefined()) {
        listener.decided(places[index], outcome(worker, certain.get(), Option.none()));
      }
    }

    @Override
    public void allDecided() {
      listener.allDecided();
    }
  }

  /** Stores a transfer, initial, for any process to claim. */
  EnqueueOutcome enqueue(TransferRequest request) {
    Either<TransferRefusal, NewTransaction> checked =
        NewTransaction.transfer(
            request.id(), request.source(), request.destination(), request.amount());
    if (checked.isLeft()) {
      return new EnqueueOutcome.Refused(new Refusal.Invalid(checked.getLeft()));
    }
    Worker worker = worker(new Goal.Submit(checked.get()), request.id(), Order.ANY);
    Engine.Ended ended = engine.run(List.of(worker), Schedule.FREE);
    Result result = ended.workers().get(0).result().get();
    if (result instanceof Result.Submitted) {
      return new EnqueueOutcome.Enqueued();
    } else if (result instanceof Result.IdReused reused) {
      return new EnqueueOutcome.Refused(new Refusal.IdReused(reused.existing()));
    } else if (result instanceof Result.Unreadable unreadable) {
      return new EnqueueOutcome.Unknown("its record cannot be read: " + unreadable.fault());
    }
    return new EnqueueOutcome.Unknown("no certain answer whether it is stored");
  }

  /** The outcome of one transaction of any body. */
  TransferOutcome run(NewTransaction body) {
    Engine.Ended ended = engine.run(List.of(worker(body, Order.ANY)), Schedule.FREE);
    return outcome(ended.workers().get(0), ended.failure());
  }

  private Worker worker(NewTransaction body, Order order) {
    return worker(new Goal.Run(body), body.id(), order);
  }

  private Worker worker(Goal goal, TransactionId id, Order order) {
    return engine.worker(
        id,
        goal,
        ids.nextToken(),
        order == Order.ANY ? HoldOrder.TOGETHER : HoldOrder.CREDITS_FIRST);
  }

  private static TransferOutcome outcome(Worker worker, Option<StoreException> failure) {
    return outcome(worker, worker.result().get(), failure);
  }

  private static TransferOutcome outcome(
      Worker worker, Result result, Option<StoreException> failure) {
    TransactionId id = worker.id();
    if (result instanceof Result.Applied applied) {
      return new TransferOutcome.Applied(
          id, applied.finished(), worker.foundDecided(), worker.fencedAt());
    } else if (result instanceof Result.Canceled canceled) {
      return new TransferOutcome.Refused(
          id,
          new Refusal.Canceled(canceled.reason()),
          canceled.finished(),
          worker.foundDecided(),
          worker.fencedAt());
    } else if (result instanceof Result.IdReused reused) {
      return new TransferOutcome.Refused(
          id, new Refusal.IdReused(reused.existing()), true, false, Option.none());
    } else if (result instanceof Result.Unreadable unreadable) {
      return new TransferOutcome.Unknown(id, "its record cannot be read: " + unreadable.fault());
    } else if (result instanceof Result.Unknown unknown) {
      return new TransferOutcome.Unknown(id, why(unknown, failure));
    }
    throw new IllegalStateException("transfer " + id + " cannot end as " + result);
  }

  private static String why(Result.Unknown unknown, Option<StoreException> failure) {
    String during = Doubts.words(unknown);
    return failure.map(fault -> during + ": " + fault.getMessage()).getOrElse(during);
  }
}
