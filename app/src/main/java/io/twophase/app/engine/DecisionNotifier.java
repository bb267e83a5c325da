package io.twophase.app.engine;

import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.List;

/** Tells once of each run, and once of all, that the outcome is certain; and of ends on the way. */
final class DecisionNotifier {

  private final Progress progress;
  private final List<TransactionRun> runs;
  private final boolean[] told;
  private final boolean[] toldStopped;
  private int untold;
  private boolean toldOfAll;

  DecisionNotifier(Progress progress, List<TransactionRun> runs) {
    this.progress = progress;
    this.runs = runs;
    this.told = new boolean[runs.size()];
    this.toldStopped = new boolean[runs.size()];
    this.untold = runs.size();
  }

  /** Looks which have stopped since it last looked, while others go on. */
  void announceStopped(Option<StoreException> failure) {
    if (progress == Progress.IGNORED) {
      return;
    }
    for (int at = 0; at < toldStopped.length; at++) {
      TransactionRun run = runs.get(at);
      if (!toldStopped[at] && run.isStopped()) {
        toldStopped[at] = true;
        progress.stopped(at, run.worker(), failure);
      }
    }
  }

  /** Looks which have become certain since it last looked. */
  void announce() {
    if (progress == Progress.IGNORED || (untold == 0 && toldOfAll)) {
      return;
    }
    int holding = 0;
    for (int at = 0; at < told.length; at++) {
      TransactionRun run = runs.get(at);
      if (!told[at] && run.isPastDeciding()) {
        told[at] = true;
        untold--;
        progress.decided(at, run.worker());
      } else if (!told[at] && !run.isWaiting()) {
        holding++;
      }
    }
    if (holding == 0 && !toldOfAll) {
      toldOfAll = true;
      progress.allDecided();
    }
  }
}
