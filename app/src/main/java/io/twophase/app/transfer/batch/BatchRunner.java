package io.twophase.app.transfer.batch;

import io.twophase.app.batch.BatchedTransfers;
import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Progress;
import io.twophase.app.engine.StepOrder;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.app.transfer.atomic.AtomicShortcut;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.ports.CallerContext;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs a batch of transfers through the engine. Each answer comes back in one value with the entry
 * that it answers.
 */
public final class BatchRunner {

  private final Engine engine;
  private final AtomicShortcut shortcut;
  private final BatchWork work;
  private final IdSource ids;
  private final Ticker ticker;
  private final TransferListener listener;
  private final BlockedRetry blockedRetry;

  /**
   * Batches of {@code engine}, with tokens from {@code ids}.
   *
   * @param shortcut is tried first
   * @param ticker measures how long a transfer is blocked
   * @param listener is notified of what became of each transfer; must not throw
   */
  public BatchRunner(
      Engine engine,
      AtomicShortcut shortcut,
      IdSource ids,
      Ticker ticker,
      TransferListener listener) {
    this(engine, shortcut, Option.none(), ids, ticker, listener);
  }

  /**
   * The same, of which several transfers together are one transaction.
   *
   * @param together runs them; none where each is a transaction of its own
   */
  public BatchRunner(
      Engine engine,
      AtomicShortcut shortcut,
      Option<BatchedTransfers> together,
      IdSource ids,
      Ticker ticker,
      TransferListener listener) {
    this.engine = engine;
    this.shortcut = shortcut;
    this.work = new BatchWork(engine, together);
    this.ids = ids;
    this.ticker = ticker;
    this.listener = listener;
    this.blockedRetry = new BlockedRetry(engine, ticker);
  }

  /**
   * Runs a batch, and does not wait for transfers that have to wait for others' work.
   *
   * @param entries no id may occur twice
   * @param allDecided runs once, when all are decided but those that wait for others' work
   * @return one for each entry, in their order: its outcome, or that it is blocked; not asked, if
   *     the deadline of this thread has passed before anything was sent
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent for any of them
   */
  public <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> run(
      List<T> entries, Runnable allDecided) {
    return run(entries, Order.ANY, WaitPolicy.LEAVE, Option.some(allDecided));
  }

  /**
   * Runs a batch as {@link #run(List, Runnable)} does, and waits for transfers that have to wait.
   *
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent for any of them
   */
  public <T extends BatchEntry> List<Answered<T>> runWaiting(List<T> entries, Runnable allDecided) {
    return answered(run(entries, Order.ANY, WaitPolicy.PAUSE, Option.some(allDecided)));
  }

  /**
   * Runs a batch as if its transfers ran one after the other, and waits for those that have to
   * wait. Its entries are not notified.
   *
   * @param entries no id may occur twice
   * @return one for each entry, in their order
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent for any of them
   */
  public <T extends BatchEntry> List<Answered<T>> runInOrder(List<T> entries) {
    return answered(run(entries, Order.AS_GIVEN, WaitPolicy.PAUSE, Option.none()));
  }

  private static <T> List<Answered<T>> answered(
      List<Either<BlockedTransfer<T>, Answered<T>>> answers) {
    return answers.stream().map(Either::get).toList();
  }

  /**
   * Goes on with transfers that were blocked, after their pauses. One that has waited for as long
   * as the engine's patience says is brought to its end.
   *
   * @return one for each, in their order: its outcome, or that it is still blocked
   */
  public <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> retryBlocked(
      List<BlockedTransfer<T>> blocked) {
    Map<TransactionId, Duration> begun = new HashMap<>();
    blocked.forEach(transfer -> begun.put(transfer.worker().id(), transfer.begun()));
    List<T> entries = blocked.stream().map(BlockedTransfer::entry).toList();
    List<TransactionId> ids = blocked.stream().map(transfer -> transfer.worker().id()).toList();
    ListenerNotifier notifier =
        new ListenerNotifier(
            listener, ticker, id -> Objects.requireNonNull(begun.get(id)), contexts(entries));
    Progress progress = notifier.before(new EntryNotifier(entries, Option.none()));
    return reported(ids, notifier, () -> blockedRetry.goOn(blocked, progress));
  }

  /**
   * Ends transfers that were blocked and cannot be waited for: their callers get {@code fault}.
   * Nobody works on them afterwards, so that whoever asks for one again has its outcome. Does not
   * throw.
   */
  public void abandon(List<? extends BlockedTransfer<?>> blocked, Throwable fault) {
    try {
      List<Worker> workers = new ArrayList<>(blocked.size());
      blocked.forEach(transfer -> workers.add(transfer.worker()));
      blockedRetry.end(workers);
    } catch (RuntimeException | Error again) {
      // the engine remembers that it gave them up
      if (again != fault) {
        fault.addSuppressed(again);
      }
    }
    failed(blocked.stream().map(transfer -> transfer.worker().id()).toList(), fault);
  }

  private void failed(List<TransactionId> transfers, Throwable fault) {
    listener.transfersFailed(transfers.size(), fault);
    transfers.forEach(id -> listener.transferFailed(id, fault));
  }

  private <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> run(
      List<T> entries, Order order, WaitPolicy waits, Option<Runnable> allDecided) {
    List<TransactionId> transfers = entries.stream().map(entry -> entry.request().id()).toList();
    listener.batchBegun(entries.size());
    entries.forEach(
        entry -> entry.context().wrap(() -> listener.transferBegun(entry.request().id())).run());
    Duration begun = ticker.elapsed();
    ListenerNotifier notifier =
        new ListenerNotifier(listener, ticker, id -> begun, contexts(entries));
    return reported(
        transfers,
        notifier,
        () -> begin(new Begun(notifier, begun), entries, order, waits, allDecided));
  }

  private static Function<TransactionId, CallerContext.Captured> contexts(
      List<? extends BatchEntry> entries) {
    Map<TransactionId, CallerContext.Captured> carried = new HashMap<>(0);
    for (BatchEntry entry : entries) {
      if (entry.context() != CallerContext.Captured.NONE) {
        carried.put(entry.request().id(), entry.context());
      }
    }
    return id -> carried.getOrDefault(id, CallerContext.Captured.NONE);
  }

  /** When a batch was begun, and who is notified of it. */
  private record Begun(ListenerNotifier notifier, Duration at) {}

  /** Notifies the listener of every outcome, or of the exception. */
  private <T> List<Either<BlockedTransfer<T>, Answered<T>>> reported(
      List<TransactionId> transfers,
      ListenerNotifier notifier,
      Supplier<List<Either<BlockedTransfer<T>, Answered<T>>>> work) {
    try {
      List<Either<BlockedTransfer<T>, Answered<T>>> answers = worked(transfers, work);
      for (Either<BlockedTransfer<T>, Answered<T>> answer : answers) {
        if (answer.isRight()) {
          notifier.ended(answer.get().outcome());
        }
      }
      return answers;
    } catch (RuntimeException | Error fault) {
      failed(transfers, fault);
      throw fault;
    }
  }

  private <T> T worked(List<TransactionId> transfers, Supplier<T> work) {
    listener.workBegun(transfers);
    try {
      return work.get();
    } finally {
      listener.workEnded();
    }
  }

  private <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> begin(
      Begun begun, List<T> entries, Order order, WaitPolicy waits, Option<Runnable> allDecided) {
    BatchStart<T> start = BatchStart.of(entries, shortcut, order);
    if (allDecided.isDefined()) {
      start.notifyEnded();
    }
    try {
      List<Worker> workers = start.left().stream().map(body -> worker(body, order)).toList();
      Engine.Ended end =
          work.run(
              workers,
              order,
              begun
                  .notifier()
                  .before(
                      allDecided.isDefined()
                          ? new EntryNotifier(start.leftEntries(), allDecided)
                          : Progress.IGNORED),
              waits);
      return start.answers(
          end.workers(), (entry, worker) -> answer(begun, entry, worker, end.failure()));
    } catch (StoreException fault) {
      return start.answers(fault);
    }
  }

  private <T> Either<BlockedTransfer<T>, Answered<T>> answer(
      Begun begun, T entry, Worker worker, Option<StoreException> failure) {
    return worker.result().isDefined()
        ? Either.right(new Answered<>(entry, RunAnswer.outcome(worker, failure)))
        : Either.left(
            new BlockedTransfer<>(
                entry,
                worker,
                begun.at(),
                engine.settings().firstPause(),
                ticker.elapsed(),
                Duration.ZERO));
  }

  /** Stores a transfer as an initial transaction, for any process to claim. */
  public EnqueueOutcome enqueue(Request request) {
    Either<TransactionRefusal, NewTransaction> checked = request.transaction();
    if (checked.isLeft()) {
      return new EnqueueOutcome.Refused(new Refusal.Invalid(checked.getLeft()));
    }
    try {
      Worker worker = worker(new Goal.Submit(checked.get()), request.id(), Order.ANY);
      Engine.Ended ended = engine.run(List.of(worker), StepOrder.FREE);
      return ended.workers().get(0).result().get().fold(new EnqueueAnswer(checked.get()));
    } catch (DeadlinePassedException late) {
      return new EnqueueOutcome.NotAsked(DeadlinePassedException.MESSAGE);
    }
  }

  /** Runs one transaction and returns its outcome. */
  public TransactionOutcome run(NewTransaction body) {
    Engine.Ended ended = engine.run(List.of(worker(body, Order.ANY)), StepOrder.FREE);
    return RunAnswer.outcome(ended.workers().get(0), ended.failure());
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
}
