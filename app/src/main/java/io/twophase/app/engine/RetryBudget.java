package io.twophase.app.engine;

import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How long one call of the engine retries when answers do not come: its pauses, its bounds, and the
 * last fault.
 */
final class RetryBudget {

  private final Pause pause;
  private final Ticker ticker;
  private final EngineSettings settings;
  private final EngineListener listener;
  private Duration next;
  private Duration waited = Duration.ZERO;
  private Option<Duration> since = Option.none();
  private int decided;
  private Option<StoreException> failure = Option.none();

  RetryBudget(Pause pause, Ticker ticker, EngineSettings settings, EngineListener listener) {
    this.pause = pause;
    this.ticker = ticker;
    this.settings = settings;
    this.listener = listener;
    this.next = settings.firstPause();
  }

  /** The last fault of the store that ended a worker. */
  Option<StoreException> failure() {
    return failure;
  }

  /** Whether there was a pause since the last progress. */
  boolean hasWaited() {
    return !waited.isZero();
  }

  /**
   * Notes how many transactions can no longer be refused. If there are more than before, patience
   * begins anew: so two batches that wait for each other in turn make progress, however many turns
   * it takes.
   */
  void progress(int pastDeciding) {
    if (pastDeciding > decided) {
      decided = pastDeciding;
      waited = Duration.ZERO;
      since = Option.none();
      next = settings.firstPause();
    }
  }

  /**
   * Pauses before the next try, unless patience is spent or the thread is interrupted; answers
   * whether it paused.
   */
  boolean await() {
    return await(whole -> whole);
  }

  /**
   * The same, for a part of the pause.
   *
   * @param part what is waited of a pause
   */
  boolean await(UnaryOperator<Duration> part) {
    if (isPatienceSpent() || Thread.currentThread().isInterrupted()) {
      return false;
    }
    pause.pause(part.apply(next));
    waited = waited.plus(next);
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(settings.longestPause()) < 0 ? doubled : settings.longestPause();
    return true;
  }

  /** The tries between the pauses count too: one may take its whole time limit. */
  private boolean isPatienceSpent() {
    Duration now = ticker.elapsed();
    Duration first = since.getOrElse(now);
    since = Option.some(first);
    return waited.compareTo(settings.patience()) >= 0
        || now.minus(first).compareTo(settings.patience()) >= 0;
  }

  /**
   * Some had no answer: gives up on those that met too many, and pauses before the others go on.
   */
  void doubts(List<TransactionRun> inDoubt) {
    for (TransactionRun run : inDoubt) {
      if (run.doubts() > settings.maxDoubts()) {
        run.giveUp();
      }
    }
    int goingOn = (int) inDoubt.stream().filter(run -> !run.isStopped()).count();
    if (goingOn == 0) {
      return;
    }
    if (await()) {
      listener.retried(goingOn);
    } else {
      inDoubt.forEach(TransactionRun::giveUp);
    }
  }

  /** A call failed: nothing was sent, or nobody knows. */
  void fault(StoreException fault, List<TransactionRun> group) {
    if (group.stream().noneMatch(TransactionRun::hasBegun)) {
      throw fault;
    }
    failure = Option.some(fault);
    boolean mayTryAgain = fault instanceof StoreUnavailableException;
    group.forEach(TransactionRun::doubt);
    if (mayTryAgain) {
      doubts(group);
    } else {
      group.forEach(TransactionRun::giveUp);
    }
  }
}
