package io.twophase.app.commit;

import io.twophase.app.usecase.Answered;
import io.twophase.app.usecase.BatchRunner;
import io.twophase.app.usecase.Committing;
import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.usecase.TransferRequest;
import io.twophase.app.usecase.TwoPhaseListener;
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
 */
public final class GroupCommit implements Committing {

  private static final String INTERRUPTED = "interrupted while the queue was full";

  private final CommitSettings settings;
  private final Semaphore room;
  private final Trampoline trampoline = new Trampoline();
  private final Completions completions;
  private final Batches batches;
  private final TwoPhaseListener listener;

  /**
   * @param runner runs the batches
   * @param executor on whose threads. One that runs a task at once, on the caller's own thread, is
   *     allowed; where it throws, whatever it throws, the batch runs on the caller's thread too
   * @param callbacks on whose threads futures are completed, and what hangs on them runs
   * @param pause how to linger, and how blocked transfers wait
   * @param ticker by which closing measures how long it waits for callbacks to be taken
   * @param listener is told of those that were not asked; must not throw
   */
  public GroupCommit(
      BatchRunner runner,
      Executor executor,
      Executor callbacks,
      Pause pause,
      Ticker ticker,
      CommitSettings settings,
      TwoPhaseListener listener) {
    this.listener = listener;
    this.settings = settings;
    this.room = new Semaphore(settings.queue());
    this.completions = new Completions(callbacks, trampoline, ticker);
    this.batches = new Batches(runner, executor, pause, settings, room, trampoline, listener);
  }

  @Override
  public CompletableFuture<TransferOutcome> submit(TransferRequest request, Answered when) {
    Ticket ticket = Ticket.of(request, when, completions);
    if (hasRoom(1)) {
      batches.enqueue(List.of(ticket));
    } else {
      listener.transferEnded(ticket.notAsked(INTERRUPTED));
    }
    return ticket.answer();
  }

  @Override
  public Option<CompletableFuture<TransferOutcome>> trySubmit(
      TransferRequest request, Answered when) {
    if (!room.tryAcquire()) {
      return Option.none();
    }
    Ticket ticket = Ticket.of(request, when, completions);
    batches.enqueue(List.of(ticket));
    return Option.some(ticket.answer());
  }

  @Override
  public TransferOutcome run(TransferRequest request, Answered when) {
    Ticket ticket = Ticket.of(request, when);
    // answered early, it could not go on behind the answer on the caller's own thread
    if (when == Answered.WHEN_DECIDED || !batches.ranHere(List.of(ticket))) {
      submitTickets(List.of(ticket));
    }
    trampoline.help();
    return Awaiting.outcome(ticket);
  }

  @Override
  public List<TransferOutcome> run(List<TransferRequest> requests) {
    List<Ticket> tickets = tickets(requests);
    if (!batches.ranHere(tickets)) {
      submitTickets(tickets);
    }
    trampoline.help();
    return Awaiting.outcomes(tickets);
  }

  @Override
  public Started start(List<TransferRequest> requests) {
    List<Ticket> tickets = tickets(requests);
    submitTickets(tickets);
    return () -> {
      trampoline.help();
      return Awaiting.outcomes(tickets);
    };
  }

  @Override
  public int waiting() {
    return settings.queue() - room.availablePermits();
  }

  @Override
  public int blocked() {
    return batches.blocked();
  }

  @Override
  public int batchesInFlight() {
    return settings.batchesInFlight();
  }

  @Override
  public <T> Option<T> whileOpen(Supplier<T> work) {
    return batches.whileOpen(work);
  }

  @Override
  public void withdraw(TransactionId id) {
    batches.withdraw(id);
  }

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
      tickets.add(Ticket.of(request, Answered.WHEN_FINISHED));
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
}
