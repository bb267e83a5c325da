package io.twophase.app.transfer.queue;

import io.twophase.app.deadline.Deadline;
import io.twophase.app.deadline.Deadlines;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.batch.BatchRunner;
import io.twophase.app.transfer.batch.BlockedTransfer;
import io.twophase.ports.Pause;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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
  private final Consumer<List<Ticket>> ended;
  private final Deadlines deadlines;
  private final List<Entry> entries = new ArrayList<>();
  private int unanswered;
  private int unended;
  private boolean watching;

  /** A blocked transfer, and how long it still pauses. */
  private static final class Entry {
    private final BlockedTransfer<Ticket> transfer;
    private Duration left;

    Entry(BlockedTransfer<Ticket> transfer) {
      this.transfer = transfer;
      this.left = transfer.pause();
    }

    Ticket ticket() {
      return transfer.entry();
    }
  }

  /**
   * @param start starts the task, on another thread or after what this one is doing
   * @param ended receives the tickets that have been answered
   * @param deadlines of their callers; those that are tried together have the time of the one who
   *     has most
   */
  BlockedTickets(
      BatchRunner runner,
      Pause pause,
      int batchSize,
      Consumer<Runnable> start,
      Consumer<List<Ticket>> ended,
      Deadlines deadlines) {
    this.deadlines = deadlines;
    this.runner = runner;
    this.pause = pause;
    this.batchSize = batchSize;
    this.start = start;
    this.ended = ended;
  }

  /** How many have no answer, including those that the task is working on. */
  synchronized int unanswered() {
    return unanswered;
  }

  /** How many are not over: without an answer, or being answered now. */
  synchronized int unended() {
    return unended;
  }

  synchronized void add(BlockedTransfer<Ticket> transfer) {
    entries.add(new Entry(transfer));
    unanswered++;
    unended++;
  }

  /** Starts the task, unless it is under way. */
  void watch() {
    if (mustBegin()) {
      start.accept(this::goOnOnce);
    }
  }

  private synchronized boolean mustBegin() {
    boolean begins = !watching && unended > 0;
    watching |= begins;
    return begins;
  }

  private void goOnOnce() {
    List<Entry> due = List.of();
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
    Duration next = LONGEST_PAUSE;
    for (Entry entry : entries) {
      next = entry.left.compareTo(next) < 0 ? entry.left : next;
    }
    return next;
  }

  private synchronized List<Entry> takeDue(Duration paused) {
    List<Entry> due = new ArrayList<>();
    for (Iterator<Entry> each = entries.iterator(); each.hasNext(); ) {
      Entry entry = each.next();
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

  private void goOn(List<Entry> due) {
    if (due.isEmpty()) {
      return;
    }
    List<Answered<Ticket>> over = new ArrayList<>();
    Deadline last = Deadline.last(due.stream().map(entry -> entry.ticket().deadline()).toList());
    List<BlockedTransfer<Ticket>> transfers = due.stream().map(entry -> entry.transfer).toList();
    for (Either<BlockedTransfer<Ticket>, Answered<Ticket>> answer :
        deadlines.until(last, () -> runner.retryBlocked(transfers))) {
      if (answer.isRight()) {
        over.add(answer.get());
      } else {
        putBack(new Entry(answer.getLeft()));
      }
    }
    end(
        over.stream().map(Answered::item).toList(),
        () -> over.forEach(answer -> answer.item().complete(answer.outcome())));
  }

  private synchronized void putBack(Entry entry) {
    entries.add(entry);
  }

  private void endAll(Throwable broken) {
    List<Entry> all;
    synchronized (this) {
      all = List.copyOf(entries);
      entries.clear();
    }
    runner.abandon(all.stream().map(entry -> entry.transfer).toList(), broken);
    fail(all, broken);
  }

  private void fail(List<Entry> entries, Throwable broken) {
    List<Ticket> over = entries.stream().map(Entry::ticket).toList();
    end(over, () -> over.forEach(ticket -> ticket.fail(broken)));
  }

  /** Whoever has an answer finds its transfer counted no more. */
  private void end(List<Ticket> over, Runnable answers) {
    synchronized (this) {
      unanswered -= over.size();
    }
    answers.run();
    synchronized (this) {
      unended -= over.size();
    }
    if (!over.isEmpty()) {
      ended.accept(over);
    }
  }
}
