package io.twophase.app.transfer.queue;

import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Jitter;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.domain.machine.Worker;
import io.twophase.ports.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

/**
 * Tickets whose transfers are blocked and have left their batches. One task goes on with them,
 * beside the batches, with each after its own pause. The task ends after each attempt and is
 * started again, so that an executor with few threads runs batches in between. Thread-safe.
 */
final class BlockedTickets {

  /** A ticket that is added during a pause is late by no more than this. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final BatchRunner runner;
  private final Pause pause;
  private final int batchSize;
  private final Consumer<Runnable> start;
  private final BiConsumer<List<Ticket>, Consumer<Ticket>> ended;
  private final Deadlines deadlines;
  private final List<Blocked> entries = new ArrayList<>();

  /** The number of tickets without an answer, including those that the task is working on. */
  private int open;

  private boolean watching;

  /**
   * A transfer that cannot go on now: another is at work under its id, an account has as many holds
   * as it takes, or another holds a document that it wants. It has left its batch.
   */
  static final class Blocked {

    private final Ticket ticket;
    private final Duration since;
    private Worker worker;
    private Duration pause;
    private Duration paused = Duration.ZERO;

    /** The rest of the pause before it is tried again. */
    private Duration left;

    /**
     * @param now by the ticker
     */
    Blocked(Ticket ticket, Worker worker, EngineSettings settings, Duration now) {
      this.ticket = ticket;
      this.since = now;
      this.worker = worker;
      this.pause = settings.firstPause();
      this.left = Jitter.of(pause, worker);
    }

    Ticket ticket() {
      return ticket;
    }

    Worker worker() {
      return worker;
    }

    /**
     * Notes a pause and a try in vain; the next pause is twice as long, up to a bound. Answers
     * whether it has waited for less than the patience: by its pauses alone, and by the tries
     * between them as well.
     */
    boolean mayWaitAgain(Worker tried, EngineSettings settings, Duration now) {
      paused = paused.plus(pause);
      worker = tried;
      pause = Collections.min(List.of(pause.multipliedBy(2), settings.longestPause()));
      left = Jitter.of(pause, worker);
      return paused.compareTo(settings.patience()) < 0
          && now.minus(since).compareTo(settings.patience()) < 0;
    }
  }

  /**
   * @param start starts the task, on another thread or after what this one is doing
   * @param ended is given tickets whose work has ended, and what answers each
   * @param deadlines of their callers; those that are tried together have the time of the one who
   *     has most
   */
  BlockedTickets(
      BatchRunner runner,
      Pause pause,
      int batchSize,
      Consumer<Runnable> start,
      BiConsumer<List<Ticket>, Consumer<Ticket>> ended,
      Deadlines deadlines) {
    this.deadlines = deadlines;
    this.runner = runner;
    this.pause = pause;
    this.batchSize = batchSize;
    this.start = start;
    this.ended = ended;
  }

  synchronized void add(List<Blocked> transfers) {
    entries.addAll(transfers);
    open += transfers.size();
  }

  /** Starts the task, unless it is under way. */
  void watch() {
    if (mustBegin()) {
      start.accept(this::goOnOnce);
    }
  }

  private synchronized boolean mustBegin() {
    boolean begins = !watching && open > 0;
    watching |= begins;
    return begins;
  }

  private void goOnOnce() {
    List<Blocked> due = List.of();
    try {
      Duration pausing = nextPause();
      pause.pause(pausing);
      due = takeDue(pausing);
      goOn(due);
    } catch (Throwable broken) {
      fail(due, broken);
      if (due.isEmpty()) {
        // they cannot be waited for at all
        endAll(broken);
      }
    }
    synchronized (this) {
      watching = false;
    }
    watch();
  }

  private synchronized Duration nextPause() {
    return entries.stream()
        .map(entry -> entry.left)
        .reduce(LONGEST_PAUSE, BinaryOperator.minBy(Comparator.naturalOrder()));
  }

  private synchronized List<Blocked> takeDue(Duration paused) {
    List<Blocked> due = new ArrayList<>();
    for (Iterator<Blocked> each = entries.iterator(); each.hasNext(); ) {
      Blocked entry = each.next();
      // an entry that was added during the pause has paused for less, and may be left over
      boolean isDue = entry.left.compareTo(paused) <= 0;
      entry.left = isDue ? Duration.ZERO : entry.left.minus(paused);
      if (isDue && due.size() < batchSize) {
        each.remove();
        due.add(entry);
      }
    }
    return due;
  }

  private void goOn(List<Blocked> due) {
    if (due.isEmpty()) {
      return;
    }
    Deadline last = Deadline.last(due, entry -> entry.ticket().deadline());
    List<Blocked> still = deadlines.until(last, () -> runner.retry(due));
    synchronized (this) {
      entries.addAll(still);
    }
    List<Ticket> over = due.stream().map(Blocked::ticket).filter(Ticket::hasEnded).toList();
    end(over, Ticket::complete);
  }

  private void endAll(Throwable broken) {
    List<Blocked> all;
    synchronized (this) {
      all = List.copyOf(entries);
      entries.clear();
    }
    runner.abandon(all, broken);
    fail(all, broken);
  }

  private void fail(List<Blocked> entries, Throwable broken) {
    end(entries.stream().map(Blocked::ticket).toList(), ticket -> ticket.fail(broken));
  }

  private void end(List<Ticket> over, Consumer<Ticket> answer) {
    synchronized (this) {
      open -= over.size();
    }
    if (!over.isEmpty()) {
      ended.accept(over, answer);
    }
  }
}
