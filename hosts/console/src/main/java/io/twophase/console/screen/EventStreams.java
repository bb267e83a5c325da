package io.twophase.console.screen;

import io.twophase.console.http.Answer;
import io.twophase.console.http.Pages;
import io.twophase.console.http.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Streams of server-sent events, at most so many at a time. Each event carries a piece of HTML that
 * takes the place of the one before. A stream ends after some minutes, and the browser asks again:
 * so no stream outlives its session for long. Thread-safe.
 */
public final class EventStreams {

  /** The most streams of one console. */
  public static final int MOST = 16;

  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final Duration LENGTH = Duration.ofMinutes(5);

  private final Semaphore free;
  private final Pages pages;
  private final String base;
  private final InstantSource clock;

  /**
   * At most so many streams at a time.
   *
   * @param base where the console is mounted
   */
  public EventStreams(int most, Pages pages, String base, InstantSource clock) {
    this.free = new Semaphore(most);
    this.pages = pages;
    this.base = base;
    this.clock = clock;
  }

  /**
   * Gives what a stream shows.
   *
   * @param <T> what is shown
   */
  @FunctionalInterface
  public interface Source<T> {

    /** The next value, as {@link Feed#next} gives it. */
    Optional<Feed.Numbered<T>> next(long shown, Duration patience) throws InterruptedException;
  }

  /**
   * A stream, or that there are too many.
   *
   * @param feed its values
   * @param source waits for them
   * @param template the piece of the page that shows one
   * @param model of the piece
   */
  public <T> Answer open(
      Feed<T> feed, Source<T> source, String template, Function<T, Map<String, Object>> model) {
    Function<T, String> html =
        value -> {
          Map<String, Object> all = new HashMap<>(model.apply(value));
          all.put("base", base);
          return pages.render(template, all, clock.instant());
        };
    return free.availablePermits() == 0
        ? new Answer.Declined(503, "TooManyStreams", "too many pages are live: ask again")
        : new Answer.Sent(
            Response.stream("text/event-stream", out -> write(feed, source, html, out)));
  }

  private <T> void write(Feed<T> feed, Source<T> source, Function<T, String> html, OutputStream out)
      throws IOException {
    if (!free.tryAcquire()) {
      return;
    }
    try {
      long until = System.nanoTime() + LENGTH.toNanos();
      long shown = 0;
      send(out, "retry: 2000\n\n");
      while (!feed.isClosed() && System.nanoTime() - until < 0) {
        Optional<Feed.Numbered<T>> next = source.next(shown, HEARTBEAT);
        String event =
            next.map(one -> event(one.number(), html.apply(one.value()))).orElse(": alive\n\n");
        send(out, event);
        shown = next.map(Feed.Numbered::number).orElse(shown);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      free.release();
    }
  }

  private static String event(long number, String html) {
    StringBuilder event = new StringBuilder("id: ").append(number).append('\n');
    html.lines().forEach(line -> event.append("data: ").append(line).append('\n'));
    return event.append('\n').toString();
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * The newest value of something that changes, for any number of threads that wait for the next
   * one. A slow thread passes over values, and keeps nobody from going on. Thread-safe.
   *
   * @param <T> the values
   */
  public static final class Feed<T> {

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
     * The newest value, as soon as its number is above {@code shown}; none if there is no such
     * value within that time, or if the feed is closed.
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
}
