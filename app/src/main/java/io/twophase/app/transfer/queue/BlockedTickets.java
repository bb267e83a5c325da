package io.twophase.app.transfer.queue;

import io.twophase.app.transfer.BatchRunner;
import io.twophase.app.transfer.BlockedTransfer;
import io.twophase.app.transfer.TransferOutcome;
import io.twophase.ports.Pause;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tickets whose transfers are blocked: they have left their batches, and one task looks at them,
 * each after its own pause, beside the batches. The task ends after each look and is begun again,
 * so that an executor of few threads runs batches in between. Thread-safe.
 */
final class BlockedTickets {

  /** One that comes meanwhile is late by no more. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final BatchRunner runner;
  private final Pause pause;
  private final int batchSize;
  private final Consumer<Runnable> start;
  private final Consumer<List<Ticket>> ended;
  private final List<Entry> entries = new ArrayList<>();
  private int size;
  private boolean watching;

  /** A ticket, and how long it still pauses. */
  private static final class Entry {
    private final Ticket ticket;
    private final BlockedTransfer transfer;
    private Duration left;

    Entry(Ticket ticket, BlockedTransfer transfer) {
      this.ticket = ticket;
      this.transfer = transfer;
      this.left = transfer.pause();
    }
  }

  /**
   * @param start starts the task, on another thread or after what this one is doing
   * @param ended is told of those that have been answered
   */
  BlockedTickets(
      BatchRunner runner,
      Pause pause,
      int batchSize,
      Consumer<Runnable> start,
      Consumer<List<Ticket>> ended) {
    this.runner = runner;
    this.pause = pause;
    this.batchSize = batchSize;
    this.start = start;
    this.ended = ended;
  }

  /** How many there are, those that are being looked at too. */
  synchronized int size() {
    return size;
  }

  void add(Ticket ticket, BlockedTransfer transfer) {
    synchronized (this) {
      entries.add(new Entry(ticket, transfer));
      size++;
    }
  }

  /** Begins to look at them, unless that is under way. */
  void watch() {
    if (mustBegin()) {
      start.accept(this::lookOnce);
    }
  }

  private synchronized boolean mustBegin() {
    boolean begins = !watching && size > 0;
    watching |= begins;
    return begins;
  }

  private void lookOnce() {
    List<Entry> due = List.of();
    try {
      Duration pausing = nextPause();
      pause.pause(pausing);
      due = takeDue(pausing);
      look(due);
    } catch (Throwable broken) {
      due.forEach(entry -> entry.ticket.fail(broken));
      end(due);
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
      // one that came during the pause has paused for less, and may be left over
      boolean isDue = entry.left.compareTo(paused) <= 0;
      entry.left = isDue ? Duration.ZERO : entry.left.minus(paused);
      if (isDue && due.size() < batchSize) {
        each.remove();
        due.add(entry);
      }
    }
    return due;
  }

  private void look(List<Entry> due) {
    if (due.isEmpty()) {
      return;
    }
    List<Ticket> tickets = due.stream().map(entry -> entry.ticket).toList();
    List<Either<BlockedTransfer, TransferOutcome>> answers =
        runner.lookAgain(
            due.stream().map(entry -> entry.transfer).toList(),
            new TicketNotifier(tickets, () -> {}));
    List<Entry> over = new ArrayList<>();
    for (int at = 0; at < due.size(); at++) {
      Ticket ticket = tickets.get(at);
      Either<BlockedTransfer, TransferOutcome> answer = answers.get(at);
      if (answer.isRight()) {
        ticket.complete(answer.get());
        over.add(due.get(at));
      } else {
        putBack(new Entry(ticket, answer.getLeft()));
      }
    }
    end(over);
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
    all.forEach(entry -> entry.ticket.fail(broken));
    end(all);
  }

  private void end(List<Entry> over) {
    synchronized (this) {
      size -= over.size();
    }
    if (!over.isEmpty()) {
      ended.accept(over.stream().map(entry -> entry.ticket).toList());
    }
  }
}
