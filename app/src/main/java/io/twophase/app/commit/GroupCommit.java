package io.twophase.app.commit;

import io.twophase.app.usecase.Answered;
import io.twophase.app.usecase.BatchRunner;
import io.twophase.app.usecase.Committing;
import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.usecase.TransferRequest;
import io.twophase.ports.Pause;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Group commit. While as many batches are on their way to their decisions as may be, what comes in
 * waits, and is the next batch: so batches are as large as the load makes them, and nobody waits
 * for a clock. The next one begins when one of those is decided, and holds while that one settles.
 * When as many wait as fill a batch, it begins at once, beside the others.
 *
 * <p>After DeWitt et al., "Implementation Techniques for Main Memory Database Systems" (SIGMOD
 * 1984), where transactions share a log write as these share a batch's commands.
 */
public final class GroupCommit implements Committing {

  private static final String CLOSED = "shutting down";
  private static final String INTERRUPTED = "interrupted while the queue was full";

  private final BatchRunner runner;
  private final Executor executor;
  private final Pause pause;
  private final CommitSettings settings;
  private final Semaphore room;
  private final Waiting waiting = new Waiting();
  private int inFlight;
  private int undecided;
  private boolean closed;

  /**
   * @param runner runs the batches
   * @param executor on whose threads; one that runs a task at once, on the caller's own, is allowed
   * @param pause how to linger
   */
  public GroupCommit(BatchRunner runner, Executor executor, Pause pause, CommitSettings settings) {
    this.runner = runner;
    this.executor = executor;
    this.pause = pause;
    this.settings = settings;
    this.room = new Semaphore(settings.queue());
  }

  @Override
  public CompletableFuture<TransferOutcome> submit(TransferRequest request, Answered when) {
    Ticket ticket = Ticket.of(request, when);
    if (hasRoom(1)) {
      enqueue(List.of(ticket));
    } else {
      ticket.notAsked(INTERRUPTED);
    }
    return ticket.answer();
  }

  @Override
  public Option<CompletableFuture<TransferOutcome>> trySubmit(
      TransferRequest request, Answered when) {
    if (!room.tryAcquire()) {
      return Option.none();
    }
    Ticket ticket = Ticket.of(request, when);
    enqueue(List.of(ticket));
    return Option.some(ticket.answer());
  }

  @Override
  public TransferOutcome run(TransferRequest request, Answered when) {
    Ticket ticket = Ticket.of(request, when);
    // answered early, it could not go on behind the answer on the caller's own thread
    if (when == Answered.WHEN_DECIDED || !ranHere(List.of(ticket))) {
      submitTickets(List.of(ticket));
    }
    return Awaiting.outcome(ticket);
  }

  @Override
  public List<TransferOutcome> run(List<TransferRequest> requests) {
    List<Ticket> tickets = tickets(requests);
    if (!ranHere(tickets)) {
      submitTickets(tickets);
    }
    return Awaiting.outcomes(tickets);
  }

  @Override
  public Started start(List<TransferRequest> requests) {
    List<Ticket> tickets = tickets(requests);
    submitTickets(tickets);
    return () -> Awaiting.outcomes(tickets);
  }

  @Override
  public void close() {
    List<Ticket> handedBack;
    synchronized (this) {
      closed = true;
      handedBack = waiting.drain();
    }
    handBack(handedBack);
    synchronized (this) {
      boolean interrupted = false;
      while (inFlight > 0) {
        try {
          wait();
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
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
        enqueue(some);
      } else {
        some.forEach(ticket -> ticket.notAsked(INTERRUPTED));
      }
    }
  }

  private boolean hasRoom(int places) {
    try {
      room.acquire(places);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void enqueue(List<Ticket> tickets) {
    boolean refused;
    synchronized (this) {
      refused = closed;
      if (!refused) {
        waiting.add(tickets);
      }
    }
    if (refused) {
      handBack(tickets);
    } else {
      dispatch();
    }
  }

  private void handBack(List<Ticket> tickets) {
    room.release(tickets.size());
    tickets.forEach(ticket -> ticket.notAsked(CLOSED));
  }

  /** Runs them on the caller's thread if nobody else is at work; answers whether it did. */
  private boolean ranHere(List<Ticket> tickets) {
    boolean here = tickets.size() <= settings.batchSize() && isIdleFor(tickets);
    if (here) {
      perform(tickets, new Phase());
    }
    return here;
  }

  private synchronized boolean isIdleFor(List<Ticket> tickets) {
    boolean idle = !closed && inFlight == 0 && waiting.isEmpty() && waiting.takeAtOnce(tickets);
    if (idle) {
      inFlight++;
      undecided++;
    }
    return idle;
  }

  /** Begins as many batches as may be. */
  private void dispatch() {
    while (reserve()) {
      Phase phase = new Phase();
      try {
        executor.execute(() -> lead(phase));
      } catch (RejectedExecutionException rejected) {
        phase.end(List.of());
        List<Ticket> left;
        synchronized (this) {
          left = waiting.drain();
        }
        handBack(left);
      }
    }
  }

  private synchronized boolean reserve() {
    boolean mayBegin =
        undecided < settings.batchesUndecided() || waiting.size() >= settings.batchSize();
    boolean begins = !waiting.isEmpty() && inFlight < settings.batchesInFlight() && mayBegin;
    if (begins) {
      inFlight++;
      undecided++;
    }
    return begins;
  }

  private void lead(Phase phase) {
    if (!settings.linger().isZero() && mayFill()) {
      pause.pause(settings.linger());
    }
    List<Ticket> batch;
    synchronized (this) {
      batch = waiting.take(settings.batchSize());
    }
    room.release(batch.size());
    perform(batch, phase);
  }

  private synchronized boolean mayFill() {
    return inFlight > 1 && waiting.size() < settings.batchSize();
  }

  private void perform(List<Ticket> batch, Phase phase) {
    try {
      List<TransferOutcome> outcomes =
          batch.isEmpty() ? List.of() : runner.run(requests(batch), telling(batch, phase));
      for (int at = 0; at < batch.size(); at++) {
        batch.get(at).answer().complete(outcomes.get(at));
      }
    } catch (RuntimeException | Error broken) {
      batch.forEach(ticket -> ticket.answer().completeExceptionally(broken));
    } finally {
      phase.end(batch);
    }
    dispatch();
  }

  private static List<TransferRequest> requests(List<Ticket> tickets) {
    List<TransferRequest> requests = new ArrayList<>(tickets.size());
    for (Ticket ticket : tickets) {
      requests.add(ticket.request());
    }
    return requests;
  }

  private BatchRunner.Listener telling(List<Ticket> batch, Phase phase) {
    return new BatchRunner.Listener() {
      @Override
      public void decided(int index, TransferOutcome outcome) {
        batch.get(index).decided(outcome);
      }

      @Override
      public void allDecided() {
        phase.decided();
        dispatch();
      }
    };
  }

  /** How far a batch is. */
  private final class Phase {

    private boolean isDecided;

    void decided() {
      synchronized (GroupCommit.this) {
        if (!isDecided) {
          isDecided = true;
          undecided--;
        }
      }
    }

    void end(List<Ticket> batch) {
      synchronized (GroupCommit.this) {
        decided();
        waiting.done(batch);
        inFlight--;
        GroupCommit.this.notifyAll();
      }
    }
  }
}
