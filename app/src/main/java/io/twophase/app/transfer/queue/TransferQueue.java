package io.twophase.app.transfer.queue;

import io.twophase.app.completion.Completions;
import io.twophase.app.completion.Trampoline;
import io.twophase.app.deadline.Deadline;
import io.twophase.app.deadline.Deadlines;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.app.transfer.batch.BatchEntry;
import io.twophase.app.transfer.batch.BatchRunner;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.CallerContext;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Group commit: the transfers of concurrent callers share batches. At most {@link
 * QueueSettings#batchesUndecided} batches are undecided at a time. Transfers that arrive meanwhile
 * form the next batch, which begins when one of those is decided and places its holds while that
 * one settles. So the load decides how large batches are, and nobody waits for a clock. A full
 * batch begins at once, beside the others. A transfer that has to wait for others' work leaves its
 * batch, and does not occupy a place in it.
 *
 * <p>After DeWitt et al., "Implementation Techniques for Main Memory Database Systems" (SIGMOD
 * 1984), where transactions share a log write as these share a batch's commands.
 *
 * <p>A future is completed with an outcome, or exceptionally: with {@link
 * io.twophase.ports.StoreUnavailableException} where the store cannot be reached and nothing was
 * sent to it, or with whatever else was thrown. A callback of a future runs on a thread for
 * callbacks, outside of any batch. It may ask for other transfers, wait for them, or close.
 * Thread-safe.
 */
public final class TransferQueue implements AutoCloseable {

  private static final String INTERRUPTED = "interrupted while the queue was full";

  private final QueueSettings settings;
  private final Semaphore room;
  private final Trampoline trampoline = new Trampoline();
  private final Completions completions;
  private final BatchScheduler batches;
  private final TransferListener listener;
  private final Deadlines deadlines;
  private final CallerContext context;

  /**
   * @param runner runs the batches
   * @param executor runs the batches' tasks. It may run a task at once, on the caller's own thread;
   *     where it throws, whatever it throws, the batch runs on the caller's thread too
   * @param callbacks completes the futures, and so runs their callbacks
   * @param pause how to linger, and how blocked transfers wait
   * @param ticker measures how long closing waits for callbacks to be taken
   * @param listener is notified of transfers as they are asked for, and of those that were handed
   *     back; must not throw
   * @param deadlines of the callers
   * @param context what the callers carry: futures are completed, and the listener is notified,
   *     with it
   */
  public TransferQueue(
      BatchRunner runner,
      Executor executor,
      Executor callbacks,
      Pause pause,
      Ticker ticker,
      QueueSettings settings,
      TransferListener listener,
      Deadlines deadlines,
      CallerContext context) {
    this.context = context;
    this.listener = listener;
    this.deadlines = deadlines;
    this.settings = settings;
    this.room = new Semaphore(settings.queue());
    this.completions = new Completions(callbacks, trampoline, ticker);
    this.batches =
        new BatchScheduler(
            runner, executor, pause, settings, room, trampoline, listener, deadlines);
  }

  /**
   * Takes a transfer and returns at once, where there is room in the queue; else waits for room.
   */
  public CompletableFuture<TransactionOutcome> submit(Request request, AnswerTime when) {
    listener.transferAsked(request.id());
    Ticket ticket = Ticket.of(request, when, deadlines.current(), context.capture(), completions);
    submitPart(List.of(ticket));
    return ticket.answer();
  }

  /** Takes a transfer if there is room at once; otherwise does nothing and answers nothing. */
  public Option<CompletableFuture<TransactionOutcome>> trySubmit(Request request, AnswerTime when) {
    if (!room.tryAcquire()) {
      return Option.none();
    }
    listener.transferAsked(request.id());
    Ticket ticket = Ticket.of(request, when, deadlines.current(), context.capture(), completions);
    batches.enqueue(List.of(ticket));
    return Option.some(ticket.answer());
  }

  /**
   * Takes a transfer and waits for its answer: on the caller's own thread, where nobody else is at
   * work. An interrupt ends the waiting, and the outcome is not known then.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  public TransactionOutcome run(Request request, AnswerTime when) {
    listener.transferAsked(request.id());
    Ticket ticket = Ticket.of(request, when, deadlines.current(), context.capture());
    // on the caller's own thread, nothing could go on after an early answer
    if (when == AnswerTime.WHEN_DECIDED || !batches.tryRunOnCallerThread(List.of(ticket))) {
      submitTickets(List.of(ticket));
    }
    trampoline.help();
    return Tickets.outcome(ticket);
  }

  /**
   * Takes many transfers together and waits until all are finished, as {@link #run(Request,
   * AnswerTime)} does.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it for some of them
   */
  public <T extends BatchEntry> List<Answered<T>> run(List<T> entries) {
    List<Ticket> tickets = tickets(entries);
    if (!batches.tryRunOnCallerThread(tickets)) {
      submitTickets(tickets);
    }
    trampoline.help();
    return Tickets.answers(entries, tickets);
  }

  /** Takes many together. Waits for room as {@link #submit} does, and not for their answers. */
  public <T extends BatchEntry> Started<T> start(List<T> entries) {
    List<Ticket> tickets = tickets(entries);
    submitTickets(tickets);
    return () -> {
      trampoline.help();
      return Tickets.answers(entries, tickets);
    };
  }

  /** How many transfers wait for a batch now. */
  public int waiting() {
    return settings.queue() - room.availablePermits();
  }

  /** How many transfers wait for others' work now. */
  public int blocked() {
    return batches.blocked();
  }

  /** How many batches are at work at a time, at most. */
  public int batchesInFlight() {
    return settings.batchesInFlight();
  }

  /**
   * Does work that does not go through the queue, and that {@link #close} waits for. Once closed,
   * it does nothing and answers nothing.
   */
  public <T> Option<T> whileOpen(Supplier<T> work) {
    return batches.whileOpen(work);
  }

  /** Answers the pending transfers of {@code id} with {@link TransactionOutcome.NotAsked}. */
  public void withdraw(TransactionId id) {
    batches.withdraw(id);
  }

  /**
   * Takes no more transfers. Transfers that are not begun are answered {@link
   * TransactionOutcome.NotAsked}. Transfers that are begun are brought to their end; closing waits
   * for that, and for the completion of their futures, but not for the futures' callbacks.
   * Idempotent, and a callback may call it.
   */
  @Override
  public void close() {
    batches.refuseAll();
    boolean inside = trampoline.help();
    batches.awaitEnd();
    completions.await(inside);
  }

  private List<Ticket> tickets(List<? extends BatchEntry> entries) {
    List<Ticket> tickets = new ArrayList<>(entries.size());
    for (BatchEntry entry : entries) {
      listener.transferAsked(entry.request().id());
      tickets.add(
          Ticket.of(
              entry.request(), AnswerTime.WHEN_FINISHED, deadlines.current(), context.capture()));
    }
    return tickets;
  }

  /** Submits the tickets in parts that the queue has room for. */
  private void submitTickets(List<Ticket> tickets) {
    int part = Math.min(settings.batchSize(), settings.queue());
    for (int from = 0; from < tickets.size(); from += part) {
      submitPart(tickets.subList(from, Math.min(tickets.size(), from + part)));
    }
  }

  private void submitPart(List<Ticket> tickets) {
    Option<String> noRoom = awaitRoom(tickets.size());
    if (noRoom.isEmpty()) {
      batches.enqueue(tickets);
    } else {
      tickets.forEach(ticket -> ticket.notAsked(noRoom.get(), listener));
    }
  }

  /** Waits for places in the queue; answers why there are none, if there are none in time. */
  private Option<String> awaitRoom(int places) {
    try {
      if (!room.tryAcquire(places)) {
        trampoline.help();
        return Option.when(
            !acquire(places, deadlines.current()), () -> DeadlinePassedException.MESSAGE);
      }
      return Option.none();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Option.some(INTERRUPTED);
    }
  }

  private boolean acquire(int places, Deadline deadline) throws InterruptedException {
    if (!deadline.isSet()) {
      room.acquire(places);
      return true;
    }
    boolean has = false;
    while (!has && !deadlines.hasPassed(deadline)) {
      long most = deadlines.left(deadline).get().toNanos();
      has = room.tryAcquire(places, most, TimeUnit.NANOSECONDS);
    }
    return has;
  }

  /** Transfers that were taken together. */
  public interface Started<T> {

    /**
     * Waits until all are finished, as {@link #run} does.
     *
     * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and
     *     nothing was sent to it for some of them
     */
    List<Answered<T>> answers();
  }
}
