package io.twophase.app.transfer.batch;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Progress;
import io.twophase.app.engine.StepOrder;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.protocol.Worker;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes on with transfers that were blocked, or ends them.
 *
 * @param ticker measures how long they wait
 */
record BlockedRetry(Engine engine, Ticker ticker) {

  /**
   * One for each, in their order: its outcome, or that it is still blocked.
   *
   * @param progress is notified of their workers
   */
  <T extends BatchEntry> List<Either<BlockedTransfer<T>, Answered<T>>> goOn(
      List<BlockedTransfer<T>> blocked, Progress progress) {
    List<Worker> workers = blocked.stream().map(BlockedTransfer::worker).toList();
    EngineSettings settings = engine.settings();
    Engine.Ended end = engine.run(workers, StepOrder.FREE, progress, WaitPolicy.LEAVE);
    List<Either<BlockedTransfer<T>, Answered<T>>> answers = new ArrayList<>(blocked.size());
    for (int at = 0; at < blocked.size(); at++) {
      Worker worker = end.workers().get(at);
      BlockedTransfer<T> still = blocked.get(at).stillBlocked(worker, settings.longestPause());
      answers.add(
          worker.result().isDefined() || still.hasWaitedFor(settings.patience(), ticker.elapsed())
              ? Either.right(new Answered<>(still.entry(), ended(worker, end.failure())))
              : Either.left(still));
    }
    return answers;
  }

  /**
   * The outcome. A worker that still waits is ended: its outcome names the fault that it met last,
   * where it met one.
   */
  private TransactionOutcome ended(Worker worker, Option<StoreException> failure) {
    if (worker.result().isDefined()) {
      return RunAnswer.outcome(worker, failure);
    }
    Engine.Ended end = end(List.of(worker));
    return RunAnswer.outcome(end.workers().get(0), end.failure().orElse(failure));
  }

  /** Ends workers that are not waited for any more. */
  Engine.Ended end(List<Worker> workers) {
    return engine.run(workers, StepOrder.FREE, Progress.IGNORED, WaitPolicy.END);
  }
}
