package io.twophase;

import io.twophase.app.event.Consumed;
import io.twophase.app.event.Event;
import io.twophase.app.event.Events;
import io.twophase.app.runtime.DaemonThread;
import io.twophase.app.runtime.Guarded;
import io.twophase.domain.ConsumerName;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Gives a consumer its events as they come, on a thread of its own, until it is closed: {@link
 * Events#consume} again and again. It waits for the store's signal where there is one (a change
 * stream of a replica set or a sharded cluster), and looks each second at least: so a signal that
 * fails costs time, and never an event. Nothing but {@link #close} ends it: what a look or the
 * handler throws is reported, and the same events come again after a second.
 */
public final class EventFollower implements AutoCloseable {

  private final Events events;
  private final ConsumerName name;
  private final int limit;
  private final Consumer<List<Event>> handler;
  private final Listener listener;
  private final EventWait wait;
  private final Thread thread;
  private volatile boolean isClosed;

  /** Is notified of what the follower does, on its thread. An exception of it ends nothing. */
  public interface Listener {

    /** Events were handled, and their consumer's position was noted, or not. */
    default void consumed(Consumed consumed) {}

    /** The store, or the handler, has failed; the follower tries again. */
    void failed(Throwable fault);
  }

  private EventFollower(
      Events events,
      ConsumerName name,
      int limit,
      Consumer<List<Event>> handler,
      Listener listener) {
    this.events = events;
    this.name = name;
    this.limit = limit;
    this.handler = handler;
    this.listener = listener;
    this.wait = EventWait.of(events);
    this.thread = new DaemonThread("twophase-events of " + name).newThread(this::run);
  }

  /**
   * Starts one.
   *
   * @param name whose position is read and noted
   * @param limit at most so many events at once, 1 to {@link Events#MOST_AT_ONCE}
   * @param handler has done with the events when it returns; it must be idempotent
   * @throws IllegalArgumentException if the limit is out of range
   * @throws UnsupportedOperationException if the store keeps no events
   */
  public static EventFollower start(
      Events events,
      ConsumerName name,
      int limit,
      Consumer<List<Event>> handler,
      Listener listener) {
    Objects.requireNonNull(events, "events");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(listener, "listener");
    Events.requireLimit(limit);
    EventFollower follower = new EventFollower(events, name, limit, handler, listener);
    follower.thread.start();
    return follower;
  }

  private void run() {
    while (!isClosed) {
      try {
        Consumed consumed = events.consume(name, limit, handler);
        if (consumed.events() > 0) {
          wait.found();
          Guarded.run("listener of events", () -> listener.consumed(consumed));
        } else {
          wait.await();
        }
      } catch (Throwable fault) {
        Guarded.run("listener of events", () -> listener.failed(fault));
        wait.awaitAfterFault();
      }
    }
  }

  /**
   * Waits until the handler has returned, and gives no more events. The handler itself may call it.
   * Idempotent.
   */
  @Override
  public void close() {
    isClosed = true;
    wait.close();
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
