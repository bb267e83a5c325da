package io.twophase.app.batch;

import io.twophase.app.engine.EngineSettings;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import java.time.Duration;

/** How long one run at a batch waits, and how often it tries again. */
final class Tries {

  private final Pause pause;
  private final Ticker ticker;
  private final EngineSettings settings;
  private Duration next;
  private Duration since;
  private Duration waited = Duration.ZERO;
  private int doubts;

  Tries(Pause pause, Ticker ticker, EngineSettings settings) {
    this.pause = pause;
    this.ticker = ticker;
    this.settings = settings;
    this.next = settings.firstPause();
    this.since = ticker.elapsed();
  }

  /** Something more is certain: patience begins anew. */
  void renew() {
    next = settings.firstPause();
    since = ticker.elapsed();
    waited = Duration.ZERO;
  }

  /** Pauses before the next try; false if patience is spent, or the thread is interrupted. */
  boolean await() {
    boolean isSpent =
        waited.compareTo(settings.patience()) >= 0
            || ticker.elapsed().minus(since).compareTo(settings.patience()) >= 0;
    if (isSpent || Thread.currentThread().isInterrupted()) {
      return false;
    }
    pause.pause(next);
    waited = waited.plus(next);
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(settings.longestPause()) < 0 ? doubled : settings.longestPause();
    return true;
  }

  /** The same, after a try without an answer; false also if there were too many of them. */
  boolean doubt() {
    doubts++;
    return doubts <= settings.maxDoubts() && await();
  }
}
