package io.twophase.app.transfer.queue;

import io.twophase.app.completion.Trampoline;
import io.twophase.app.deadline.Deadline;
import io.twophase.app.deadline.Deadlines;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransferListener;
import io.twophase.app.transfer.batch.BatchRunner;
import io.twophase.app.transfer.batch.BlockedTransfer;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.Pause;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Makes batches of the pending tickets, and runs as many at a time as the settings allow.
 * Thread-safe.
 */
final class BatchScheduler {

  private static final String CLOSED = "shutting down";
  private static final String WITHDRAWN = "canceled before it was begun";
  private static final String LEFT_AT_WORK =
      DeadlinePassedException.MESSAGE + " while it was under way";

  private final BatchRunner runner;
  private final Executor executor;
  private final Pause pause;
  private final QueueSettings settings;
  private final Semaphore room;
  private final Trampoline trampoline;
  private final TransferListener listener;
  private final Deadlines deadlines;
  private final BlockedTickets blocked;
  private final PendingTickets pending = new PendingTickets();
  private int inFlight;
  private int undecided;
  private int answering;
  private int guests;
  private boolean closed;

  /** No wait for the monitor: that would keep a virtual thread's carrier. */
  private CountDownLatch changed = new CountDownLatch(1);

  /**
   * @param room each ticket has a permit of it from when it is enqueued until its batch begins
   * @param deadlines of the tickets' callers; a batch has the time of the one who has most
   */
  BatchScheduler(
      BatchRunner runner,
      Executor executor,
      Pause pause,
      QueueSettings settings,
      Semaphore room,
      Trampoline trampoline,
      TransferListener listener,
      Deadlines deadlines) {
    this.deadlines = deadlines;
    this.listener = listener;
    this.runner = runner;
    this.executor = executor;
    this.pause = pause;
    this.settings = settings;
    this.room = room;
    this.trampoline = trampoline;
    this.blocked =
        new BlockedTickets(
            runner, pause, settings.batchSize(), this::start, this::unblocked, deadlines);
  }

  /** Adds pending tickets, and begins a batch where the settings allow one. */
  void enqueue(List<Ticket> tickets) {
    boolean refused;
    synchronized (this) {
      refused = closed;
      if (!refused) {
        pending.add(tickets);
      }
    }
    if (refused) {
      handBack(tickets, CLOSED);
    } else {
      try {
        tickets.forEach(this::watch);
      } finally {
        // a host's clock may throw: the tickets are pending all the same
        dispatch();
      }
    }
  }

  /** Whoever waits for it is answered at the deadline, whoever is at work. */
  private void watch(Ticket ticket) {
    if (ticket.deadline().isSet()) {
      Runnable end = deadlines.whenPassed(ticket.deadline(), () -> late(ticket));
      var unused = ticket.answer().whenComplete((answer, fault) -> end.run());
    }
  }

  private void late(Ticket ticket) {
    boolean isPending;
    boolean isAtWork;
    synchronized (this) {
      isAtWork = pending.isAtWork(ticket.id());
      isPending = pending.remove(ticket);
    }
    if (isPending && !isAtWork) {
      handBack(List.of(ticket), DeadlinePassedException.MESSAGE);
    } else if (isPending) {
      room.release();
      ticket.unknown(LEFT_AT_WORK, listener);
    } else {
      ticket.leftAtWork(LEFT_AT_WORK);
    }
  }

  private void handBack(List<Ticket> tickets, String why) {
    room.release(tickets.size());
    tickets.forEach(ticket -> ticket.notAsked(why, listener));
  }

  /** Runs the tickets on the caller's thread if no batch is under way; answers whether it did. */
  boolean tryRunOnCallerThread(List<Ticket> tickets) {
    boolean reserved = tickets.size() <= settings.batchSize() && tryReserve(tickets);
    if (reserved) {
      trampoline.runNow(() -> perform(tickets, new Phase()));
    }
    return reserved;
  }

  private synchronized boolean tryReserve(List<Ticket> tickets) {
    boolean idle = !closed && inFlight == 0 && pending.isEmpty() && pending.takeAtOnce(tickets);
    if (idle) {
      inFlight++;
      undecided++;
    }
    return idle;
  }

  int blocked() {
    return blocked.unanswered();
  }

  /** Hands back the pending tickets of {@code id}. */
  void withdraw(TransactionId id) {
    List<Ticket> withdrawn;
    synchronized (this) {
      withdrawn = pending.remove(id);
    }
    handBack(withdrawn, WITHDRAWN);
  }

  /** Does work that {@link #awaitEnd} waits for. Once closed, does nothing and answers nothing. */
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
        tellOfChange();
      }
    }
  }

  /** Hands back all pending tickets, and takes no more. */
  void refuseAll() {
    List<Ticket> handedBack;
    synchronized (this) {
      closed = true;
      handedBack = pending.drain();
    }
    handBack(handedBack, CLOSED);
  }

  /** Waits until every batch that was begun has come to its end. */
  void awaitEnd() {
    boolean interrupted = false;
    Option<CountDownLatch> next = nextChangeBeforeTheEnd();
    while (next.isDefined()) {
      try {
        next.get().await();
        next = nextChangeBeforeTheEnd();
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Option<CountDownLatch> nextChangeBeforeTheEnd() {
    boolean isEnd = inFlight + answering + guests + blocked.unended() == 0;
    return isEnd ? Option.none() : Option.some(changed);
  }

  /** To be called with the monitor. */
  private void tellOfChange() {
    changed.countDown();
    changed = new CountDownLatch(1);
  }

  /** Begins as many batches as the settings allow. */
  private void dispatch() {
    while (tryReserve()) {
      Phase phase = new Phase();
      start(() -> lead(phase));
    }
  }

  private void start(Runnable batch) {
    if (!trampoline.runOn(executor, batch)) {
      listener.executorRefused();
    }
  }

  private synchronized boolean tryReserve() {
    boolean mayBegin =
        undecided < settings.batchesUndecided() || pending.size() >= settings.batchSize();
    boolean begins = !pending.isEmpty() && inFlight < settings.batchesInFlight() && mayBegin;
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
      batch = pending.take(settings.batchSize());
    }
    room.release(batch.size());
    perform(batch, phase);
  }

  private void linger() {
    if (!settings.linger().isZero() && mayFill()) {
      try {
        pause.pause(settings.linger());
      } catch (RuntimeException | Error broken) {
        // the batch runs without lingering
      }
    }
  }

  private synchronized boolean mayFill() {
    return inFlight > 1 && pending.size() < settings.batchSize();
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
   * @param over the tickets that have an answer; the others are blocked
   * @param answers gives the answers to them
   */
  private record Ran(List<Ticket> over, Runnable answers) {}

  private Ran runBatch(List<Ticket> batch, Phase phase) {
    if (batch.isEmpty()) {
      return new Ran(batch, () -> {});
    }
    Deadline last = Deadline.last(batch.stream().map(Ticket::deadline).toList());
    try {
      List<Answered<Ticket>> answers = deadlines.until(last, () -> answers(batch, phase));
      List<Ticket> over = answers.size() == batch.size() ? batch : tickets(answers);
      return new Ran(
          over, () -> answers.forEach(answer -> answer.item().complete(answer.outcome())));
    } catch (RuntimeException | Error broken) {
      return new Ran(batch, () -> batch.forEach(ticket -> ticket.fail(broken)));
    }
  }

  private static List<Ticket> tickets(List<Answered<Ticket>> answers) {
    return answers.stream().map(Answered::item).toList();
  }

  /**
   * Runs the batch. Blocked transfers leave it and wait elsewhere, unless as many wait there
   * already as may.
   */
  private List<Answered<Ticket>> answers(List<Ticket> batch, Phase phase) {
    Runnable allDecided =
        () -> {
          phase.decided();
          dispatch();
        };
    if (blocked.unanswered() >= settings.queue()) {
      return runner.runWaiting(batch, allDecided);
    }
    List<Answered<Ticket>> answers = new ArrayList<>(batch.size());
    for (Either<BlockedTransfer<Ticket>, Answered<Ticket>> answer : runner.run(batch, allDecided)) {
      if (answer.isRight()) {
        answers.add(answer.get());
      } else {
        blocked.add(answer.getLeft());
      }
    }
    return answers;
  }

  private synchronized void answered() {
    answering--;
    tellOfChange();
  }

  /** Tickets with the same ids may go on. */
  private void unblocked(List<Ticket> tickets) {
    synchronized (this) {
      pending.done(tickets);
      tellOfChange();
    }
    dispatch();
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
        pending.done(batch);
        inFlight--;
        answering++;
      }
    }
  }
}
