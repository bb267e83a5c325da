package io.twophase.console.live;

import java.time.Duration;
import java.util.Optional;

/**
 * The newest value of something that changes, for any number of threads that wait for the next one.
 * A slow thread passes over values, and keeps nobody from going on. Thread-safe.
 *
 * @param <T> the values
 */
public final class Feed<T> {

  private Optional<Numbered<T>> newest = Optional.empty();
  private boolean isClosed;

  /**
   * A value.
   *
   * @param number of the values so far, from 1 on
   * @param <T> the value
   */
  public record Numbered<T>(long number, T value) {}

  /** Makes this the newest value, and wakes those who wait. */
  public synchronized void publish(T value) {
    newest = Optional.of(new Numbered<>(newest.map(Numbered::number).orElse(0L) + 1, value));
    notifyAll();
  }

  /** The newest value, if there is one. */
  public synchronized Optional<Numbered<T>> newest() {
    return newest;
  }

  /**
   * The newest value, as soon as its number is above {@code shown}; none if there is no such value
   * within that time, or if the feed is closed.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public synchronized Optional<Numbered<T>> next(long shown, Duration patience)
      throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    long left = patience.toMillis();
    while (!isClosed && left > 0 && newest.map(seen -> seen.number() <= shown).orElse(true)) {
      wait(left);
      left = (until - System.nanoTime()) / 1_000_000;
    }
    return newest.filter(seen -> seen.number() > shown && !isClosed);
  }

  /** Returns whether the feed is closed. */
  public synchronized boolean isClosed() {
    return isClosed;
  }

  /** Wakes those who wait: nothing more comes. */
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }
}
