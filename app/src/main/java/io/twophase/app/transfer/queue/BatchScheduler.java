package io.twophase.app.transfer.queue;

import io.twophase.app.completion.Trampoline;
import io.twophase.app.transfer.BatchRunner;
import io.twophase.app.transfer.BlockedTransfer;
import io.twophase.app.transfer.TransferListener;
import io.twophase.app.transfer.TransferOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.Pause;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Makes batches of the tickets that wait, and runs them: as many at a time as may be. Thread-safe.
 */
final class BatchScheduler {

  private static final String CLOSED = "shutting down";
  private static final String WITHDRAWN = "canceled before it was begun";

  private final BatchRunner runner;
  private final Executor executor;
  private final Pause pause;
  private final QueueSettings settings;
  private final Semaphore room;
  private final Trampoline trampoline;
  private final TransferListener listener;
  private final BlockedTickets blocked;
  private final PendingTickets waiting = new PendingTickets();
  private int inFlight;
  private int undecided;
  private int answering;
  private int guests;
  private boolean closed;

  /**
   * @param room of which each ticket has a place from when it is enqueued until its batch begins
   */
  BatchScheduler(
      BatchRunner runner,
      Executor executor,
      Pause pause,
      QueueSettings settings,
      Semaphore room,
      Trampoline trampoline,
      TransferListener listener) {
    this.listener = listener;
    this.runner = runner;
    this.executor = executor;
    this.pause = pause;
    this.settings = settings;
    this.room = room;
    this.trampoline = trampoline;
    this.blocked =
        new BlockedTickets(runner, pause, settings.batchSize(), this::start, this::unblocked);
  }

  /** Lets them wait for a batch, and begins one where that may be. */
  void enqueue(List<Ticket> tickets) {
    boolean refused;
    synchronized (this) {
      refused = closed;
      if (!refused) {
        waiting.add(tickets);
      }
    }
    if (refused) {
      handBack(tickets, CLOSED);
    } else {
      dispatch();
    }
  }

  private void handBack(List<Ticket> tickets, String why) {
    room.release(tickets.size());
    tickets.forEach(ticket -> listener.transferEnded(ticket.notAsked(why)));
  }

  /** Runs them on the caller's thread if nobody else is at work; answers whether it did. */
  boolean ranHere(List<Ticket> tickets) {
    boolean here = tickets.size() <= settings.batchSize() && isIdleFor(tickets);
    if (here) {
      trampoline.runNow(() -> perform(tickets, new Phase()));
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

  int blocked() {
    return blocked.size();
  }

  /** Hands back those of {@code id} that wait. */
  void withdraw(TransactionId id) {
    List<Ticket> withdrawn;
    synchronized (this) {
      withdrawn = waiting.remove(id);
    }
    handBack(withdrawn, WITHDRAWN);
  }

  /** Does work that {@link #awaitEnd} waits for; none, once closed. */
  <T> Option<T> whileOpen(Supplier<T> work) {
    synchronized (this) {
      if (closed) {
        return Option.none();
      }
      guests++;
    }
    try {
      return Option.some(work.get());
    } finally {
      synchronized (this) {
        guests--;
        notifyAll();
      }
    }
  }

  /** Hands back all that wait, and takes no more. */
  void refuseAll() {
    List<Ticket> handedBack;
    synchronized (this) {
      closed = true;
      handedBack = waiting.drain();
    }
    handBack(handedBack, CLOSED);
  }

  /** Waits until all that is begun has come to its end. */
  void awaitEnd() {
    synchronized (this) {
      boolean interrupted = false;
      while (inFlight + answering + guests + blocked.size() > 0) {
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

  /** Begins as many batches as may be. */
  private void dispatch() {
    while (reserve()) {
      Phase phase = new Phase();
      start(() -> lead(phase));
    }
  }

  private void start(Runnable batch) {
    if (!trampoline.runOn(executor, batch)) {
      listener.executorRefused();
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
    linger();
    List<Ticket> batch;
    synchronized (this) {
      batch = waiting.take(settings.batchSize());
    }
    room.release(batch.size());
    perform(batch, phase);
  }

  private void linger() {
    if (!settings.linger().isZero() && mayFill()) {
      try {
        pause.pause(settings.linger());
      } catch (RuntimeException | Error broken) {
        // a batch that has not lingered is a batch
      }
    }
  }

  private synchronized boolean mayFill() {
    return inFlight > 1 && waiting.size() < settings.batchSize();
  }

  private void perform(List<Ticket> batch, Phase phase) {
    Ran ran = runBatch(batch, phase);
    phase.end(ran.over());
    ran.answers().run();
    answered();
    dispatch();
    blocked.watch();
  }

  /**
   * What came of a batch.
   *
   * @param over those that have an answer; the others are blocked
   * @param answers gives the answers
   */
  private record Ran(List<Ticket> over, Runnable answers) {}

  private Ran runBatch(List<Ticket> batch, Phase phase) {
    if (batch.isEmpty()) {
      return new Ran(batch, () -> {});
    }
    try {
      List<Either<BlockedTransfer, TransferOutcome>> answers = answers(batch, phase);
      List<Ticket> over = new ArrayList<>(batch.size());
      for (int at = 0; at < batch.size(); at++) {
        if (answers.get(at).isRight()) {
          over.add(batch.get(at));
        } else {
          blocked.add(batch.get(at), answers.get(at).getLeft());
        }
      }
      return new Ran(over, () -> complete(batch, answers));
    } catch (RuntimeException | Error broken) {
      return new Ran(batch, () -> batch.forEach(ticket -> ticket.fail(broken)));
    }
  }

  /** Those that must wait wait elsewhere, unless as many do as may wait at all. */
  private List<Either<BlockedTransfer, TransferOutcome>> answers(List<Ticket> batch, Phase phase) {
    BatchRunner.Listener listener =
        new TicketNotifier(
            batch,
            () -> {
              phase.decided();
              dispatch();
            });
    if (blocked.size() < settings.queue()) {
      return runner.run(requests(batch), listener);
    }
    return runner.runWaiting(requests(batch), listener).stream()
        .map(Either::<BlockedTransfer, TransferOutcome>right)
        .toList();
  }

  private static void complete(
      List<Ticket> batch, List<Either<BlockedTransfer, TransferOutcome>> answers) {
    for (int at = 0; at < batch.size(); at++) {
      if (answers.get(at).isRight()) {
        batch.get(at).complete(answers.get(at).get());
      }
    }
  }

  private synchronized void answered() {
    answering--;
    notifyAll();
  }

  /** Others of their ids may go on. */
  private void unblocked(List<Ticket> tickets) {
    synchronized (this) {
      waiting.done(tickets);
      notifyAll();
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

  /** How far a batch is. */
  private final class Phase {

    private boolean isDecided;

    void decided() {
      synchronized (BatchScheduler.this) {
        if (!isDecided) {
          isDecided = true;
          undecided--;
        }
      }
    }

    void end(List<Ticket> batch) {
      synchronized (BatchScheduler.this) {
        decided();
        waiting.done(batch);
        inFlight--;
        answering++;
      }
    }
  }
}
