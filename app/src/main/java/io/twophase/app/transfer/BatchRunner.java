package io.twophase.app.transfer;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Progress;
import io.twophase.app.engine.StepOrder;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransferRefusal;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Runs one batch of transfers through the engine and says what became of each. */
public final class BatchRunner {

  private final Engine engine;
  private final IdSource ids;
  private final Ticker ticker;
  private final TransferListener told;

  /**
   * Batches of {@code engine}, with tokens from {@code ids}.
   *
   * @param ticker by which it measures how long a transfer is blocked
   * @param told is told what became of each transfer; must not throw
   */
  public BatchRunner(Engine engine, IdSource ids, Ticker ticker, TransferListener told) {
    this.engine = engine;
    this.ids = ids;
    this.ticker = ticker;
    this.told = told;
  }

  /** Is told of a batch while it runs, on the thread that runs it. */
  public interface Listener {
    /** The request at {@code index} is decided: this is certain, and may not be all done. */
    void decided(int index, TransferOutcome outcome);

    /** The request at {@code index} is at its end, and others of the batch are not. */
    void ended(int index, TransferOutcome outcome);

    /** All are decided, but those that wait for others' work. Told once. */
    void allDecided();
  }

  /**
   * Runs a batch, and does not wait for those that have to wait for others' work.
   *
   * @param requests no id may occur twice
   * @return one for each request, in their order: its outcome, or that it is blocked
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent for any of them
   */
  public List<Either<BlockedTransfer, TransferOutcome>> run(
      List<TransferRequest> requests, Listener listener) {
    return run(requests, Order.ANY, WaitPolicy.LEAVE, Option.some(listener));
  }

  /**
   * The same, but it waits for those that have to wait.
   *
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent for any of them
   */
  public List<TransferOutcome> runWaiting(List<TransferRequest> requests, Listener listener) {
    return outcomes(run(requests, Order.ANY, WaitPolicy.PAUSE, Option.some(listener)));
  }

  public List<TransferOutcome> run(List<TransferRequest> requests, Order order) {
    return outcomes(run(requests, order, WaitPolicy.PAUSE, Option.none()));
  }

  private static List<TransferOutcome> outcomes(
      List<Either<BlockedTransfer, TransferOutcome>> answers) {
    return answers.stream().map(Either::get).toList();
  }

  /**
   * Looks again at transfers that were blocked, after their pauses. One that has waited for as long
   * as the engine's patience says is brought to its end.
   *
   * @return one for each, in their order: its outcome, or that it is still blocked
   */
  public List<Either<BlockedTransfer, TransferOutcome>> lookAgain(
      List<BlockedTransfer> blocked, Listener listener) {
    try {
      List<Either<BlockedTransfer, TransferOutcome>> answers = lookAgainUntold(blocked, listener);
      tell(answers);
      return answers;
    } catch (RuntimeException | Error fault) {
      told.transfersFailed(blocked.size(), fault);
      throw fault;
    }
  }

  /**
   * Ends transfers that were blocked and cannot be waited for: their callers have {@code fault}.
   * Nobody works on them afterwards, so that whoever asks for one again has its outcome. Does not
   * throw.
   */
  public void abandon(List<BlockedTransfer> blocked, Throwable fault) {
    try {
      engine.run(workers(blocked), StepOrder.FREE, Progress.IGNORED, WaitPolicy.END);
    } catch (RuntimeException | Error again) {
      // the engine remembers that it gave them up
      if (again != fault) {
        fault.addSuppressed(again);
      }
    }
    told.transfersFailed(blocked.size(), fault);
  }

  private List<Either<BlockedTransfer, TransferOutcome>> lookAgainUntold(
      List<BlockedTransfer> blocked, Listener listener) {
    List<Either<BlockedTransfer, TransferOutcome>> answers = new ArrayList<>(blocked.size());
    int[] places = IntStream.range(0, blocked.size()).toArray();
    EngineSettings settings = engine.settings();
    Engine.Ended looked =
        engine.run(
            workers(blocked), StepOrder.FREE, new Telling(listener, places), WaitPolicy.LEAVE);
    for (int at = 0; at < blocked.size(); at++) {
      Worker worker = looked.workers().get(at);
      BlockedTransfer still = blocked.get(at).stillBlocked(worker, settings.longestPause());
      answers.add(
          worker.result().isDefined() || still.hasWaitedFor(settings.patience(), ticker.elapsed())
              ? Either.right(ended(worker, looked.failure()))
              : Either.left(still));
    }
    return answers;
  }

  private static List<Worker> workers(List<BlockedTransfer> blocked) {
    return blocked.stream().map(BlockedTransfer::worker).toList();
  }

  /**
   * The outcome; of one that still waits, that of waiting no more: for what the last look at it
   * met, where it met a fault.
   */
  private TransferOutcome ended(Worker worker, Option<StoreException> failure) {
    if (worker.result().isDefined()) {
      return outcome(worker, failure);
    }
    Engine.Ended end =
        engine.run(List.of(worker), StepOrder.FREE, Progress.IGNORED, WaitPolicy.END);
    return outcome(end.workers().get(0), end.failure().orElse(failure));
  }

  private List<Either<BlockedTransfer, TransferOutcome>> run(
      List<TransferRequest> requests, Order order, WaitPolicy waits, Option<Listener> listener) {
    told.batchBegun(requests.size());
    try {
      List<Either<BlockedTransfer, TransferOutcome>> answers =
          runUntold(requests, order, waits, listener);
      tell(answers);
      return answers;
    } catch (RuntimeException | Error fault) {
      told.transfersFailed(requests.size(), fault);
      throw fault;
    }
  }

  private void tell(List<Either<BlockedTransfer, TransferOutcome>> answers) {
    for (int at = 0; at < answers.size(); at++) {
      if (answers.get(at).isRight()) {
        told.transferEnded(answers.get(at).get());
      }
    }
  }

  private List<Either<BlockedTransfer, TransferOutcome>> runUntold(
      List<TransferRequest> requests, Order order, WaitPolicy waits, Option<Listener> listener) {
    List<Either<TransferRefusal, NewTransaction>> checked = new ArrayList<>(requests.size());
    List<Worker> workers = new ArrayList<>(requests.size());
    int[] places = new int[requests.size()];
    for (TransferRequest request : requests) {
      Either<TransferRefusal, NewTransaction> transaction = request.transaction();
      checked.add(transaction);
      if (transaction.isRight()) {
        places[workers.size()] = checked.size() - 1;
        workers.add(worker(transaction.get(), order));
      }
    }
    Engine.Ended ended =
        engine.run(
            workers,
            order == Order.ANY ? StepOrder.FREE : StepOrder.LOCKSTEP,
            listener.isDefined() ? new Telling(listener.get(), places) : Progress.IGNORED,
            waits);
    List<Either<BlockedTransfer, TransferOutcome>> answers = new ArrayList<>(requests.size());
    int next = 0;
    for (int at = 0; at < requests.size(); at++) {
      TransactionId id = requests.get(at).id();
      answers.add(
          checked.get(at).isLeft()
              ? Either.right(
                  new TransferOutcome.Refused(
                      id,
                      new Refusal.Invalid(checked.get(at).getLeft()),
                      true,
                      false,
                      Option.none()))
              : answer(ended.workers().get(next++), ended.failure()));
    }
    return answers;
  }

  private Either<BlockedTransfer, TransferOutcome> answer(
      Worker worker, Option<StoreException> failure) {
    return worker.result().isDefined()
        ? Either.right(outcome(worker, failure))
        : Either.left(
            new BlockedTransfer(
                worker, engine.settings().firstPause(), ticker.elapsed(), Duration.ZERO));
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
    public void stopped(int index, Worker worker, Option<StoreException> failure) {
      listener.ended(places[index], outcome(worker, failure));
    }

    @Override
    public void allDecided() {
      listener.allDecided();
    }
  }

  /** Stores a transfer, initial, for any process to claim. */
  public EnqueueOutcome enqueue(TransferRequest request) {
    Either<TransferRefusal, NewTransaction> checked = request.transaction();
    if (checked.isLeft()) {
      return new EnqueueOutcome.Refused(new Refusal.Invalid(checked.getLeft()));
    }
    Worker worker = worker(new Goal.Submit(checked.get()), request.id(), Order.ANY);
    Engine.Ended ended = engine.run(List.of(worker), StepOrder.FREE);
    return ended.workers().get(0).result().get().fold(new EnqueueAnswer(request.id()));
  }

  /** The outcome of one transaction of any body. */
  public TransferOutcome run(NewTransaction body) {
    Engine.Ended ended = engine.run(List.of(worker(body, Order.ANY)), StepOrder.FREE);
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
    return result.fold(new RunAnswer(worker, failure));
  }
}
