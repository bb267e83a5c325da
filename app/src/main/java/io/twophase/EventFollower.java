package io.twophase;

import io.twophase.app.event.Consumed;
import io.twophase.app.event.Event;
import io.twophase.app.event.Events;
import io.twophase.app.transfer.queue.Deadlines;
import io.twophase.domain.ConsumerName;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Gives a consumer its events as they come, on a thread of its own, until it is closed: {@link
 * Events#consume} again and again. It waits for the store's signal where there is one (a change
 * stream of a replica set or a sharded cluster), and looks each second at least: so a signal that
 * fails costs time, and never an event. Nothing but {@link #close} ends it: what a look or the
 * handler throws is reported, and the same events come again after a second.
 */
public final class EventFollower implements AutoCloseable {

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
      ConsumerName name, EventWait wait, Supplier<Consumed> consuming, Listener listener) {
    this.wait = wait;
    this.thread =
        new DaemonThread("twophase-events of " + name).newThread(() -> run(consuming, listener));
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
    EventFollower follower =
        new EventFollower(
            name, EventWait.of(events), () -> events.consume(name, limit, handler), listener);
    follower.thread.start();
    return follower;
  }

  private void run(Supplier<Consumed> consuming, Listener listener) {
    while (!isClosed) {
      // a handler may leave an interrupt behind, with which no later look would reach the store
      boolean unused = Thread.interrupted();
      try {
        Consumed consumed = consuming.get();
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
   * Waits until the handler has returned, and gives no more events; an interrupt does not end the
   * wait, and is kept for the caller. The handler itself may call it. Idempotent.
   */
  @Override
  public void close() {
    isClosed = true;
    wait.close();
    boolean hasEnded = Thread.currentThread() == thread;
    while (!hasEnded) {
      hasEnded = Deadlines.awaitUninterrupted(EventWait.FollowPace.LONGEST, this::hasEnded);
    }
  }

  private boolean hasEnded(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
    return !thread.isAlive();
  }
}
