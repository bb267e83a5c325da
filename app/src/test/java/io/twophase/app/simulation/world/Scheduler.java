package io.twophase.app.simulation.world;

import io.twophase.app.simulation.audit.Violation;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;

/**
 * Lets threads take turns: one runs, all others wait for it to give up its turn, and chance says
 * whose turn is next. So a run is the same whenever the chances are the same.
 */
public final class Scheduler {

  private static final int LONGEST_TICK_MILLIS = 4;
  private static final long MOST_EVENTS = 50_000_000;

  private final Random random;
  private final SettableClock clock;
  private final Runnable beforeEach;
  private final List<Task> tasks = new ArrayList<>();
  private final Semaphore allEnded = new Semaphore(0);
  private Task current;
  private Throwable failure;
  private long events;

  /** Unwinds the threads that are left when one has failed. */
  private static final class Halted extends Error {
    private static final long serialVersionUID = 1L;

    Halted() {
      super("another thread has failed", null, false, false);
    }
  }

  private static final class Task {
    private final Semaphore turn = new Semaphore(0);
    private long wakesAt;
    private boolean ended;
  }

  /**
   * A scheduler without tasks.
   *
   * @param beforeEach is run at each event, by whoever has the turn
   */
  Scheduler(Random random, SettableClock clock, Runnable beforeEach) {
    this.random = random;
    this.clock = clock;
    this.beforeEach = beforeEach;
  }

  /** How many events there were. */
  public long events() {
    return events;
  }

  /** Adds a thread, which waits for its first turn. */
  public void add(String name, Runnable life) {
    Task task = new Task();
    tasks.add(task);
    Thread thread = new Thread(() -> run(task, life), name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Runs all threads to their ends; throws what made one of them fail. */
  public void run() {
    pass(next());
    allEnded.acquireUninterruptibly();
    current = null;
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw new Violation("a process failed: " + failure, failure);
    }
  }

  private void run(Task task, Runnable life) {
    task.turn.acquireUninterruptibly();
    try {
      haltIfFailed();
      life.run();
    } catch (Halted halted) {
      // the failure of another is what counts
    } catch (Throwable thrown) {
      failure = thrown;
    }
    task.ended = true;
    pass(next());
  }

  /** An event: whoever has the turn may lose it to another. */
  void step() {
    sleep(0);
  }

  /** Gives up the turn for so long; on the main thread, just lets the time go by. */
  public void sleep(long millis) {
    if (++events > MOST_EVENTS) {
      throw new Violation("no end after " + MOST_EVENTS + " events");
    }
    clock.advance(Duration.ofMillis(random.nextInt(LONGEST_TICK_MILLIS + 1)));
    beforeEach.run();
    if (current == null) {
      clock.advance(Duration.ofMillis(millis));
      return;
    }
    Task me = current;
    me.wakesAt = passed() + millis;
    Task next = next();
    if (next != me) {
      pass(next);
      me.turn.acquireUninterruptibly();
    }
    haltIfFailed();
  }

  private void haltIfFailed() {
    if (failure != null) {
      throw new Halted();
    }
  }

  private long passed() {
    return clock.elapsed().toMillis();
  }

  private void pass(Task next) {
    current = next;
    (next == null ? allEnded : next.turn).release();
  }

  /** Whose turn is next; null when all have ended. */
  private Task next() {
    List<Task> living = tasks.stream().filter(task -> !task.ended).toList();
    if (living.isEmpty()) {
      return null;
    }
    long soonest = living.stream().mapToLong(task -> task.wakesAt).min().getAsLong();
    clock.advance(Duration.ofMillis(Math.max(0, soonest - passed())));
    List<Task> awake = living.stream().filter(task -> task.wakesAt <= passed()).toList();
    return awake.get(random.nextInt(awake.size()));
  }
}
