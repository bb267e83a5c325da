package io.twophase.console.screen;

import io.twophase.console.http.Answer;
import io.twophase.console.http.Pages;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.http.Route.Screen;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Streams of server-sent events, at most so many at a time. A stream looks once a second, and sends
 * a piece of HTML that takes the place of the one before if it is another. A stream ends after some
 * minutes, and the browser asks again: so no stream outlives its session for long. Thread-safe.
 */
public final class EventStreams {

  /** The most streams of one console. */
  public static final int MOST = 16;

  private static final Duration LENGTH = Duration.ofMinutes(5);

  private final Semaphore free = new Semaphore(MOST);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Pages pages = new Pages();
  private final String base;
  private final InstantSource clock;

  /**
   * Streams of a console.
   *
   * @param base where the console is mounted
   */
  public EventStreams(String base, InstantSource clock) {
    this.base = base;
    this.clock = clock;
  }

  /**
   * The screen whose answer is a stream, or that there are too many; closing it ends all streams.
   *
   * @param template the piece of the page that is sent
   * @param model of the piece, for a request
   */
  public Screen of(String template, Function<Request, Map<String, Object>> model) {
    return new Screen() {
      @Override
      public Answer answer(Request request) {
        return open(
            () -> {
              Map<String, Object> all = new HashMap<>(model.apply(request));
              all.put("base", base);
              return pages.render(template, all, clock.instant());
            });
      }

      @Override
      public void close() {
        closed.countDown();
      }
    };
  }

  private Answer open(Supplier<String> html) {
    // a store that was never there is an answer, and no stream
    String first = html.get();
    return free.availablePermits() == 0
        ? new Answer.Declined(503, "TooManyStreams", "too many pages are live: ask again")
        : new Answer.Sent(Response.of(200, "text/event-stream", out -> write(first, html, out)));
  }

  private void write(String first, Supplier<String> html, OutputStream out) throws IOException {
    if (!free.tryAcquire()) {
      return;
    }
    try {
      long until = System.nanoTime() + LENGTH.toNanos();
      send(out, "retry: 2000\n\n" + event(first));
      String shown = first;
      while (!closed.await(1, TimeUnit.SECONDS) && System.nanoTime() - until < 0) {
        String now = html.get();
        send(out, now.equals(shown) ? ": alive\n\n" : event(now));
        shown = now;
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      free.release();
    }
  }

  private static String event(String html) {
    return html.lines()
        .map(line -> "data: " + line + "\n")
        .collect(Collectors.joining("", "", "\n"));
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
