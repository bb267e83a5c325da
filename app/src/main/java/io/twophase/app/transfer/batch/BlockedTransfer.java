package io.twophase.app.transfer.batch;

import io.twophase.app.engine.Jitter;
import io.twophase.domain.machine.Worker;
import java.time.Duration;

/**
 * A transfer that cannot go on now: another is at work under its id, an account has as many holds
 * as it takes, or another holds a document that it wants. It has left its batch, and {@link
 * BatchRunner#retryBlocked} goes on with it.
 *
 * @param <T> what carries the request
 */
public final class BlockedTransfer<T> {

  private final T entry;
  private final Worker worker;
  private final Duration begun;
  private final Duration pause;
  private final Duration since;
  private final Duration paused;

  /**
   * @param begun when work on it began, by the ticker
   * @param since when it was first found blocked, by the ticker
   * @param paused how long it has paused in all
   */
  BlockedTransfer(
      T entry, Worker worker, Duration begun, Duration pause, Duration since, Duration paused) {
    this.entry = entry;
    this.worker = worker;
    this.begun = begun;
    this.pause = pause;
    this.since = since;
    this.paused = paused;
  }

  /** The entry that carries the request. */
  public T entry() {
    return entry;
  }

  /** How long to pause before it is tried again. */
  public Duration pause() {
    return Jitter.of(pause, worker);
  }

  Duration begun() {
    return begun;
  }

  Worker worker() {
    return worker;
  }

  /**
   * Whether it has waited for as long as {@code patience}: by its pauses alone, or by the tries
   * between them as well.
   */
  boolean hasWaitedFor(Duration patience, Duration now) {
    return paused.compareTo(patience) >= 0 || now.minus(since).compareTo(patience) >= 0;
  }

  /**
   * The transfer after a pause and a try in vain; the next pause is twice as long, up to a bound.
   */
  BlockedTransfer<T> stillBlocked(Worker now, Duration longestPause) {
    Duration doubled = pause.multipliedBy(2);
    return new BlockedTransfer<>(
        entry,
        now,
        begun,
        doubled.compareTo(longestPause) < 0 ? doubled : longestPause,
        since,
        paused.plus(pause));
  }
}
