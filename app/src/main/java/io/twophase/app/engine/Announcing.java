package io.twophase.app.engine;

import java.util.List;

/** Tells once of each run, and once of all, that the outcome is certain. */
final class Announcing {

  private final Progress progress;
  private final List<Run> runs;
  private final boolean[] told;
  private int untold;
  private boolean toldOfAll;

  Announcing(Progress progress, List<Run> runs) {
    this.progress = progress;
    this.runs = runs;
    this.told = new boolean[runs.size()];
    this.untold = runs.size();
  }

  /** Looks which have become certain since it last looked. */
  void announce() {
    if (progress == Progress.IGNORED || (untold == 0 && toldOfAll)) {
      return;
    }
    int holding = 0;
    for (int at = 0; at < told.length; at++) {
      Run run = runs.get(at);
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
