package io.twophase.app.engine;

import io.twophase.domain.machine.Worker;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.List;

/** The notifications of one call of the engine, each given once. */
final class Notifications {

  private final Progress<Worker> progress;
  private final List<WorkerRun> runs;
  private boolean areAllDecided;

  Notifications(Progress<Worker> progress, List<WorkerRun> runs) {
    this.progress = progress;
    this.runs = runs;
  }

  /** Notifies of the runs whose outcome has become certain. */
  void decided() {
    boolean isHeld = false;
    for (WorkerRun run : runs) {
      if (run.isNewlyDecided()) {
        progress.decided(run.worker());
      }
      isHeld |= !run.isPastDeciding() && !run.isWaiting();
    }
    if (!isHeld && !areAllDecided) {
      areAllDecided = true;
      progress.allDecided();
    }
  }

  /** Notifies of the runs that have stopped, while others go on. */
  void stopped(Option<StoreException> failure) {
    for (WorkerRun run : runs) {
      if (run.hasNewlyStopped()) {
        progress.stopped(run.worker(), failure);
      }
    }
  }
}
