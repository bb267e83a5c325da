package io.twophase.app.transfer.batch;

import io.twophase.app.engine.RecordEngine;
import io.twophase.app.engine.RecordRuns;
import io.twophase.app.engine.RecordRuns.Answer;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.machine.Goal;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Runs batches of requests, whatever each is of. Each answer comes back in one value with the entry
 * that it answers. Thread-safe.
 */
public final class BatchRunner {

  private final RecordEngine engine;
  private final RecordRuns runs;
  private final Ticker ticker;
  private final TransferListener listener;

  /**
   * @param engine stores transactions for others to run
   * @param runs runs the transactions of a batch
   * @param ticker measures how long a transfer is blocked
   * @param listener is notified of what becomes of each transfer; must not throw
   */
  public BatchRunner(
      RecordEngine engine, RecordRuns runs, Ticker ticker, TransferListener listener) {
    this.engine = engine;
    this.runs = runs;
    this.ticker = ticker;
    this.listener = listener;
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
    List<Answered<T>> all = new ArrayList<>(answers.size());
    answers.forEach(answer -> all.add(answer.get()));
    return all;
  }

  private <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> run(
      List<T> entries, Order order, WaitPolicy waits, Option<Runnable> allDecided) {
    listener.batchBegun(entries.size());
    entries.forEach(
        entry -> entry.context().wrap(() -> listener.transferBegun(entry.request().id())).run());
    BatchStart start = BatchStart.of(entries);
    Duration begun = ticker.elapsed();
    BatchProgress progress =
        new BatchProgress(listener, ticker, entries, at -> begun, start.places(), allDecided);
    return reported(
        ids(entries),
        progress,
        () -> {
          if (allDecided.isDefined()) {
            for (int at = 0; at < entries.size(); at++) {
              start.refused().get(at).forEach(entries.get(at)::ended);
            }
          }
          return run(entries, start, order, waits, progress, begun);
        });
  }

  private <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> run(
      List<T> entries,
      BatchStart start,
      Order order,
      WaitPolicy waits,
      BatchProgress progress,
      Duration begun) {
    Option<RecordRuns.Ended> ended = run(start, order, waits, progress);
    List<Either<BlockedTransfer<T>, Answered<T>>> answers = new ArrayList<>(entries.size());
    int asked = 0;
    for (int at = 0; at < entries.size(); at++) {
      T entry = entries.get(at);
      Option<TransactionOutcome> refused = start.refused().get(at);
      if (refused.isDefined()) {
        answers.add(Either.right(new Answered<>(entry, refused.get())));
      } else if (ended.isEmpty()) {
        answers.add(Either.right(new Answered<>(entry, late(entry.request()))));
      } else {
        answers.add(answer(entry, ended.get(), asked++, begun));
      }
    }
    return answers;
  }

  /** Nothing, if the deadline of this thread has passed before anything was sent. */
  private Option<RecordRuns.Ended> run(
      BatchStart start, Order order, WaitPolicy waits, BatchProgress progress) {
    try {
      return Option.some(runs.run(start.bodies(), order == Order.AS_GIVEN, waits, progress));
    } catch (DeadlinePassedException late) {
      return Option.none();
    }
  }

  private static TransactionOutcome late(Request request) {
    return new TransactionOutcome.NotAsked(request.id(), DeadlinePassedException.MESSAGE);
  }

  private <T> Either<BlockedTransfer<T>, Answered<T>> answer(
      T entry, RecordRuns.Ended ended, int at, Duration begun) {
    Either<Worker, Answer> end = ended.ends().get(at);
    return end.isRight()
        ? Either.right(new Answered<>(entry, RunAnswer.outcome(end.get(), ended.failure())))
        : Either.left(
            new BlockedTransfer<>(
                entry,
                end.getLeft(),
                begun,
                engine.settings().firstPause(),
                ticker.elapsed(),
                Duration.ZERO));
  }

  /**
   * Goes on with transfers that were blocked, after their pauses. One that has waited for as long
   * as the engine's patience says is brought to its end.
   *
   * @return one for each, in their order: its outcome, or that it is still blocked
   */
  public <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> retryBlocked(
      List<BlockedTransfer<T>> blocked) {
    List<T> entries = blocked.stream().map(BlockedTransfer::entry).toList();
    List<Integer> places = IntStream.range(0, blocked.size()).boxed().toList();
    BatchProgress progress =
        new BatchProgress(
            listener,
            ticker,
            entries,
            at -> blocked.get(at).begun(),
            places,
            Option.some(() -> {}));
    return reported(ids(entries), progress, () -> goOn(blocked, progress));
  }

  private <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> goOn(
      List<BlockedTransfer<T>> blocked, BatchProgress progress) {
    RecordRuns.Ended ended =
        runs.goOn(
            blocked.stream().map(BlockedTransfer::worker).toList(), WaitPolicy.LEAVE, progress);
    List<Either<BlockedTransfer<T>, Answered<T>>> answers = new ArrayList<>(blocked.size());
    for (int at = 0; at < blocked.size(); at++) {
      Either<Worker, Answer> end = ended.ends().get(at);
      T entry = blocked.get(at).entry();
      answers.add(
          end.isRight()
              ? Either.right(new Answered<>(entry, RunAnswer.outcome(end.get(), ended.failure())))
              : waited(blocked.get(at), end.getLeft(), ended.failure()));
    }
    return answers;
  }

  /**
   * A transfer that still waits, or its outcome if it has waited for long enough: the outcome names
   * the fault that it met last, where it met one.
   */
  private <T> Either<BlockedTransfer<T>, Answered<T>> waited(
      BlockedTransfer<T> blocked, Worker worker, Option<StoreException> failure) {
    BlockedTransfer<T> still = blocked.stillBlocked(worker, engine.settings().longestPause());
    if (!still.hasWaitedFor(engine.settings().patience(), ticker.elapsed())) {
      return Either.left(still);
    }
    RecordRuns.Ended ended = end(List.of(worker));
    return Either.right(
        new Answered<>(
            still.entry(),
            RunAnswer.outcome(ended.ends().get(0).get(), ended.failure().orElse(failure))));
  }

  /** Ends workers that are not waited for any more. */
  private RecordRuns.Ended end(List<Worker> workers) {
    return runs.goOn(workers, WaitPolicy.END, decided -> {});
  }

  /**
   * Ends transfers that were blocked and cannot be waited for: their callers get {@code fault}.
   * Nobody works on them afterwards, so that whoever asks for one again has its outcome. Does not
   * throw.
   */
  public void abandon(List<? extends BlockedTransfer<?>> blocked, Throwable fault) {
    List<Worker> workers = new ArrayList<>(blocked.size());
    blocked.forEach(transfer -> workers.add(transfer.worker()));
    try {
      end(workers);
    } catch (RuntimeException | Error again) {
      // the engine remembers that it gave them up
      if (again != fault) {
        fault.addSuppressed(again);
      }
    }
    failed(workers.stream().map(worker -> worker.id().transaction()).toList(), fault);
  }

  private void failed(List<TransactionId> transfers, Throwable fault) {
    listener.transfersFailed(transfers.size(), fault);
    transfers.forEach(id -> listener.transferFailed(id, fault));
  }

  private static List<TransactionId> ids(List<? extends BatchEntry> entries) {
    List<TransactionId> ids = new ArrayList<>(entries.size());
    entries.forEach(entry -> ids.add(entry.request().id()));
    return ids;
  }

  /** Notifies the listener of every outcome, or of the exception. */
  private <T> List<Either<BlockedTransfer<T>, Answered<T>>> reported(
      List<TransactionId> transfers,
      BatchProgress progress,
      Supplier<List<Either<BlockedTransfer<T>, Answered<T>>>> work) {
    try {
      List<Either<BlockedTransfer<T>, Answered<T>>> answers = worked(transfers, work);
      for (int at = 0; at < answers.size(); at++) {
        if (answers.get(at).isRight()) {
          progress.ended(at, answers.get(at).get().outcome());
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

  /** Stores a transfer as an initial transaction, for any process to claim. */
  public EnqueueOutcome enqueue(Request request) {
    Either<TransactionRefusal, NewTransaction> checked = request.transaction();
    if (checked.isLeft()) {
      return new EnqueueOutcome.Refused(new Refusal.Invalid(checked.getLeft()));
    }
    try {
      Worker worker = engine.run(Goal.submit(NewRecord.submitted(checked.get())));
      return RunAnswer.enqueued(checked.get(), worker.result().get());
    } catch (DeadlinePassedException late) {
      return new EnqueueOutcome.NotAsked(DeadlinePassedException.MESSAGE);
    }
  }

  /** Runs one transaction and returns its outcome. */
  public TransactionOutcome run(NewTransaction body) {
    RecordRuns.Ended ended = runs.run(List.of(body), false, WaitPolicy.PAUSE, decided -> {});
    return RunAnswer.outcome(ended.ends().get(0).get(), ended.failure());
  }
}
