package io.twophase.app.engine;

import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.List;

/**
 * Notifies once for each run, and once for all, that the outcome is certain, and for each run that
 * stops before the others.
 */
final class ProgressNotifier {

  private final WorkerProgress progress;
  private final List<WorkerRun> runs;
  private final boolean[] decided;
  private final boolean[] stopped;
  private int undecided;
  private boolean allDecided;

  ProgressNotifier(WorkerProgress progress, List<WorkerRun> runs) {
    this.progress = progress;
    this.runs = runs;
    this.decided = new boolean[runs.size()];
    this.stopped = new boolean[runs.size()];
    this.undecided = runs.size();
  }

  /** Notifies of the runs that have stopped since the last call, while others go on. */
  void notifyStopped(Option<StoreException> failure) {
    if (progress == WorkerProgress.IGNORED) {
      return;
    }
    for (int at = 0; at < stopped.length; at++) {
      WorkerRun run = runs.get(at);
      if (!stopped[at] && run.isStopped()) {
        stopped[at] = true;
        progress.stopped(at, run.worker(), failure);
      }
    }
  }

  /** Notifies of the runs whose outcome has become certain since the last call. */
  void notifyDecided() {
    if (progress == WorkerProgress.IGNORED || (undecided == 0 && allDecided)) {
      return;
    }
    int holding = 0;
    for (int at = 0; at < decided.length; at++) {
      WorkerRun run = runs.get(at);
      if (!decided[at] && run.isPastDeciding()) {
        decided[at] = true;
        undecided--;
        progress.decided(at, run.worker());
      } else if (!decided[at] && !run.isWaiting()) {
        holding++;
      }
    }
    if (holding == 0 && !allDecided) {
      allDecided = true;
      progress.allDecided();
    }
  }
}
