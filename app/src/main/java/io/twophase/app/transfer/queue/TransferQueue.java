package io.twophase.app.transfer.queue;

import io.twophase.app.completion.Completions;
import io.twophase.app.completion.Trampoline;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.BatchRunner;
import io.twophase.app.transfer.TransferListener;
import io.twophase.app.transfer.TransferOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Group commit. While as many batches are on their way to their decisions as may be, what comes in
 * waits, and is the next batch: so batches are as large as the load makes them, and nobody waits
 * for a clock. The next one begins when one of those is decided, and holds while that one settles.
 * When as many wait as fill a batch, it begins at once, beside the others. A transfer that has to
 * wait for others' work leaves its batch, and keeps no place.
 *
 * <p>After DeWitt et al., "Implementation Techniques for Main Memory Database Systems" (SIGMOD
 * 1984), where transactions share a log write as these share a batch's commands.
 *
 * <p>A future is completed with an outcome, or exceptionally: with {@link
 * io.twophase.ports.StoreUnavailableException} where the store cannot be reached and nothing was
 * sent to it, or with whatever else broke. What hangs on a future runs on a thread for callbacks,
 * outside of any batch: it may ask for other transfers, wait for them, or close. Thread-safe.
 */
public final class TransferQueue implements AutoCloseable {

  private static final String INTERRUPTED = "interrupted while the queue was full";

  private final QueueSettings settings;
  private final Semaphore room;
  private final Trampoline trampoline = new Trampoline();
  private final Completions completions;
  private final BatchScheduler batches;
  private final TransferListener listener;

  /**
   * @param runner runs the batches
   * @param executor on whose threads. One that runs a task at once, on the caller's own thread, is
   *     allowed; where it throws, whatever it throws, the batch runs on the caller's thread too
   * @param callbacks on whose threads futures are completed, and what hangs on them runs
   * @param pause how to linger, and how blocked transfers wait
   * @param ticker by which closing measures how long it waits for callbacks to be taken
   * @param listener is told of those that were not asked; must not throw
   */
  public TransferQueue(
      BatchRunner runner,
      Executor executor,
      Executor callbacks,
      Pause pause,
      Ticker ticker,
      QueueSettings settings,
      TransferListener listener) {
    this.listener = listener;
    this.settings = settings;
    this.room = new Semaphore(settings.queue());
    this.completions = new Completions(callbacks, trampoline, ticker);
    this.batches =
        new BatchScheduler(runner, executor, pause, settings, room, trampoline, listener);
  }

  /**
   * Takes a transfer and returns at once, where there is room in the queue; else waits for room.
   */
  public CompletableFuture<TransferOutcome> submit(TransferRequest request, AnswerTime when) {
    Ticket ticket = Ticket.of(request, when, completions);
    if (hasRoom(1)) {
      batches.enqueue(List.of(ticket));
    } else {
      listener.transferEnded(ticket.notAsked(INTERRUPTED));
    }
    return ticket.answer();
  }

  /** The same, but answers nothing, and does nothing, where there is no room. */
  public Option<CompletableFuture<TransferOutcome>> trySubmit(
      TransferRequest request, AnswerTime when) {
    if (!room.tryAcquire()) {
      return Option.none();
    }
    Ticket ticket = Ticket.of(request, when, completions);
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
  public TransferOutcome run(TransferRequest request, AnswerTime when) {
    Ticket ticket = Ticket.of(request, when);
    // answered early, it could not go on behind the answer on the caller's own thread
    if (when == AnswerTime.WHEN_DECIDED || !batches.ranHere(List.of(ticket))) {
      submitTickets(List.of(ticket));
    }
    trampoline.help();
    return Tickets.outcome(ticket);
  }

  /**
   * The same of many together, waiting until all are finished.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it for some of them
   */
  public List<TransferOutcome> run(List<TransferRequest> requests) {
    List<Ticket> tickets = tickets(requests);
    if (!batches.ranHere(tickets)) {
      submitTickets(tickets);
    }
    trampoline.help();
    return Tickets.outcomes(tickets);
  }

  /** Takes many together, waits for room as {@link #submit} does, and not for their answers. */
  public Started start(List<TransferRequest> requests) {
    List<Ticket> tickets = tickets(requests);
    submitTickets(tickets);
    return () -> {
      trampoline.help();
      return Tickets.outcomes(tickets);
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
   * Does work that comes by another way, and that {@link #close} waits for; none, and nothing is
   * done, once closed.
   */
  public <T> Option<T> whileOpen(Supplier<T> work) {
    return batches.whileOpen(work);
  }

  /** Answers those of {@code id} that are not begun: {@link TransferOutcome.NotAsked}. */
  public void withdraw(TransactionId id) {
    batches.withdraw(id);
  }

  /**
   * Takes no more: what is not begun is answered {@link TransferOutcome.NotAsked}, and what is
   * begun is brought to its end, which is waited for, and so is the completion of its futures; not
   * what hangs on them. Idempotent, and may be called by what hangs on a future.
   */
  @Override
  public void close() {
    batches.refuseAll();
    boolean inside = trampoline.help();
    batches.awaitEnd();
    completions.await(inside);
  }

  private static List<Ticket> tickets(List<TransferRequest> requests) {
    List<Ticket> tickets = new ArrayList<>(requests.size());
    for (TransferRequest request : requests) {
      tickets.add(Ticket.of(request, AnswerTime.WHEN_FINISHED));
    }
    return tickets;
  }

  /** Takes them in parts that the queue has room for. */
  private void submitTickets(List<Ticket> tickets) {
    int part = Math.min(settings.batchSize(), settings.queue());
    for (int from = 0; from < tickets.size(); from += part) {
      List<Ticket> some = tickets.subList(from, Math.min(tickets.size(), from + part));
      if (hasRoom(some.size())) {
        batches.enqueue(some);
      } else {
        some.forEach(ticket -> listener.transferEnded(ticket.notAsked(INTERRUPTED)));
      }
    }
  }

  private boolean hasRoom(int places) {
    try {
      if (!room.tryAcquire(places)) {
        trampoline.help();
        room.acquire(places);
      }
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Transfers that were taken together. */
  public interface Started {

    /**
     * Waits until all are finished, as {@link #run} does.
     *
     * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and
     *     nothing was sent to it for some of them
     */
    List<TransferOutcome> outcomes();
  }
}
