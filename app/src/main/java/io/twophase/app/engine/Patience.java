package io.twophase.app.engine;

import io.vavr.control.Option;
import java.time.Duration;

/** How long something has been waited for, in pauses and in tries between them. */
final class Patience {

  private Duration waited = Duration.ZERO;
  private Option<Duration> since = Option.none();

  /**
   * Whether it is at its end: by its pauses alone, or by the tries between them too, since one may
   * take its whole time limit. The first question begins it.
   *
   * @param now the time since any fixed moment
   */
  boolean isSpent(Duration most, Duration now) {
    Duration first = since.getOrElse(now);
    since = Option.some(first);
    return waited.compareTo(most) >= 0 || now.minus(first).compareTo(most) >= 0;
  }

  /** There was a pause. */
  void paused(Duration pause) {
    waited = waited.plus(pause);
  }

  /** Begins anew. */
  void renew() {
    waited = Duration.ZERO;
    since = Option.none();
  }
}
