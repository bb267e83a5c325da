package io.twophase.app.engine;

import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The retries of one call of the engine when answers do not come: its pauses, its bounds, and the
 * last fault.
 */
final class RetryBudget {

  private final List<WorkerRun> all;
  private final Engine engine;
  private final EngineSettings settings;
  private final Patience patience = new Patience();
  private Duration next;
  private boolean hasWaited;
  private int decided;
  private Optional<StoreException> failure = Optional.empty();

  /**
   * @param all the runs of the call
   */
  RetryBudget(List<WorkerRun> all, Engine engine) {
    this.all = all;
    this.engine = engine;
    this.settings = engine.settings;
    this.next = settings.firstPause();
  }

  /** The last fault of the store that ended a worker. */
  Optional<StoreException> failure() {
    return failure;
  }

  /**
   * If there was a pause since the last progress: notes how many records can no longer be refused.
   * If there are more than before, patience begins anew: so two calls that wait for each other in
   * turn make progress, however many turns it takes.
   */
  void progress() {
    if (!hasWaited) {
      return;
    }
    int pastDeciding = (int) all.stream().filter(WorkerRun::isPastDeciding).count();
    if (pastDeciding > decided) {
      decided = pastDeciding;
      hasWaited = false;
      patience.renew();
      all.forEach(run -> run.patience().renew());
      next = settings.firstPause();
    }
  }

  /**
   * Pauses before the next try, unless patience is spent or the thread is interrupted; answers
   * whether it paused.
   */
  boolean await() {
    if (patience.isSpent(settings.patience(), engine.ticker.elapsed())
        || Thread.currentThread().isInterrupted()) {
      return false;
    }
    patience.paused(pause(next));
    return true;
  }

  /**
   * Pauses before the next try of those that wait for room and have not waited long enough, each by
   * itself; answers them. None if the thread is interrupted.
   */
  List<WorkerRun> awaitRoom(List<WorkerRun> waiting) {
    Duration now = engine.ticker.elapsed();
    List<WorkerRun> goingOn =
        waiting.stream().filter(run -> !run.patience().isSpent(settings.patience(), now)).toList();
    if (goingOn.isEmpty() || Thread.currentThread().isInterrupted()) {
      return List.of();
    }
    Duration paused = pause(Jitter.of(next, waiting.get(0).worker()));
    goingOn.forEach(run -> run.patience().paused(paused));
    return goingOn;
  }

  /** Pauses for a part of the next pause, and answers the whole. */
  private Duration pause(Duration part) {
    Duration whole = next;
    engine.pause.pause(part);
    hasWaited = true;
    next = Collections.min(List.of(whole.multipliedBy(2), settings.longestPause()));
    return whole;
  }

  /**
   * Some had no answer: gives up on those that met too many, and pauses before the others go on.
   */
  void doubts(List<WorkerRun> inDoubt) {
    for (WorkerRun run : inDoubt) {
      if (run.doubts() > settings.maxDoubts()) {
        run.giveUp();
      }
    }
    int goingOn = (int) inDoubt.stream().filter(run -> !run.isStopped()).count();
    if (goingOn == 0) {
      return;
    }
    if (await()) {
      engine.listener.retried(goingOn);
    } else {
      inDoubt.forEach(WorkerRun::giveUp);
    }
  }

  /**
   * A call failed: nothing was sent, or nobody knows.
   *
   * @throws StoreException {@code fault}, if nothing was sent for any run before
   */
  void fault(StoreException fault, List<WorkerRun> group) {
    if (all.stream().noneMatch(WorkerRun::hasBegun)) {
      throw fault;
    }
    failure = Optional.of(fault);
    boolean mayTryAgain =
        fault instanceof StoreUnavailableException && !(fault instanceof DeadlinePassedException);
    group.forEach(WorkerRun::doubt);
    if (mayTryAgain) {
      doubts(group);
    } else {
      group.forEach(WorkerRun::giveUp);
    }
  }

  /** The time of one wait, in pauses and in tries between them. */
  static final class Patience {

    private Duration waited = Duration.ZERO;
    private Optional<Duration> since = Optional.empty();

    /**
     * Returns whether it is at its end: by its pauses alone, or by the tries between them too,
     * since one may take its whole time limit. The first question begins it.
     *
     * @param now the time since any fixed moment
     */
    boolean isSpent(Duration most, Duration now) {
      Duration first = since.orElse(now);
      since = Optional.of(first);
      return waited.compareTo(most) >= 0 || now.minus(first).compareTo(most) >= 0;
    }

    /** There was a pause. */
    void paused(Duration pause) {
      waited = waited.plus(pause);
    }

    /** Begins anew. */
    void renew() {
      waited = Duration.ZERO;
      since = Optional.empty();
    }
  }
}
