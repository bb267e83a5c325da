package io.twophase.app.transfer.queue;

import static io.twophase.app.transfer.AnswerTime.WHEN_FINISHED;

import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.app.transfer.queue.Ticket.Trampoline;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.ports.CallerContext;
import io.twophase.ports.CallerContext.Captured;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
  private final int batchSize;
  private final Semaphore room;
  private final Trampoline trampoline;
  private final BatchScheduler batches;
  private final BatchRunner runner;
  private final TransferListener listener;
  private final Deadlines deadlines;
  private final CallerContext context;

  /**
   * @param runner runs the batches
   * @param executor runs the batches' tasks. It may run a task at once, on the caller's own thread;
   *     where it throws, whatever it throws, the batch runs on the caller's thread too
   * @param callbacks completes the futures, and so runs their callbacks
   * @param pause how blocked transfers wait
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
    this.settings = settings;
    this.batchSize = settings.batchSize();
    this.room = new Semaphore(settings.queue());
    this.trampoline = new Trampoline(executor, callbacks, ticker);
    this.runner = runner;
    this.listener = listener;
    this.deadlines = deadlines;
    this.context = context;
    this.batches =
        new BatchScheduler(runner, pause, settings, room, trampoline, listener, deadlines);
  }

  /**
   * Takes a transfer and returns at once, where there is room in the queue; else waits for room.
   */
  public CompletableFuture<TransactionOutcome> submit(Request request, AnswerTime when) {
    Ticket ticket = ticket(request, when, deadlines.current(), trampoline);
    submitPart(List.of(ticket));
    return ticket.answer();
  }

  /** Takes a transfer if there is room at once; otherwise does nothing and answers nothing. */
  public Optional<CompletableFuture<TransactionOutcome>> trySubmit(
      Request request, AnswerTime when) {
    if (!room.tryAcquire()) {
      return Optional.empty();
    }
    Ticket ticket = ticket(request, when, deadlines.current(), trampoline);
    batches.enqueue(List.of(ticket));
    return Optional.of(ticket.answer());
  }

  /**
   * Takes a transfer and waits for its answer: on the caller's own thread, where nobody else is at
   * work. An interrupt ends the waiting, and the outcome is not known then.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it
   */
  public TransactionOutcome run(Request request, AnswerTime when) {
    Ticket ticket = ticket(request, when, deadlines.current(), null);
    // on the caller's own thread, nothing could go on after an early answer
    if (when == AnswerTime.WHEN_DECIDED || !batches.tryRunOnCallerThread(List.of(ticket))) {
      submitTickets(List.of(ticket));
    }
    trampoline.help();
    return ticket.await();
  }

  /**
   * Takes many transfers together and waits until all are finished, as {@link #run(Request,
   * AnswerTime)} does. Their outcomes come in their order.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it for some of them
   */
  public List<TransactionOutcome> run(List<? extends Request> requests) {
    List<Ticket> tickets = tickets(requests);
    if (!batches.tryRunOnCallerThread(tickets)) {
      submitTickets(tickets);
    }
    return await(tickets);
  }

  /**
   * Takes many together. Waits for room as {@link #submit} does, and not for their answers: that is
   * done when these are asked for.
   */
  public Supplier<List<TransactionOutcome>> start(List<? extends Request> requests) {
    List<Ticket> tickets = tickets(requests);
    submitTickets(tickets);
    return () -> await(tickets);
  }

  private List<TransactionOutcome> await(List<Ticket> tickets) {
    trampoline.help();
    return tickets.stream().map(Ticket::await).toList();
  }

  /**
   * Runs transfers on this thread, beside the queue, as if they ran one after the other. {@link
   * #close} waits for that; once closed, it does nothing and answers nothing.
   *
   * @param requests no id may occur twice
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached and nothing
   *     was sent to it for any of them
   */
  public Optional<List<TransactionOutcome>> runInOrder(List<? extends Request> requests) {
    List<Ticket> tickets = new ArrayList<>(requests.size());
    for (Request request : requests) {
      tickets.add(
          new Ticket(request, request.id(), WHEN_FINISHED, Deadline.NONE, Captured.NONE, null));
    }
    return batches.whileOpen(
        () -> {
          runner.run(tickets, Order.AS_GIVEN, WaitPolicy.PAUSE, () -> {});
          tickets.forEach(Ticket::complete);
          return await(tickets);
        });
  }

  /**
   * Returns a test for requests in their order: whether one may share a record with those that have
   * passed it, none of which has its id. A request that is no transaction needs no record.
   */
  public Predicate<Request> inOneRecord() {
    Set<TransactionId> ids = new HashSet<>();
    Sharing sharing = runner.runs().sharingInOrder();
    return request ->
        ids.add(request.id())
            && request.transaction().forAll(body -> sharing.takes(Member.of(body)));
  }

  /** Stores a transfer for any process to run; once closed, it does nothing and answers nothing. */
  public Optional<EnqueueOutcome> store(Request request) {
    return batches.whileOpen(() -> runner.enqueue(request));
  }

  /** Returns how many transfers wait for a batch now. */
  public int waiting() {
    return settings.queue() - room.availablePermits();
  }

  /** Returns how many transfers wait for others' work now. */
  public int blocked() {
    return batches.blocked();
  }

  /** Returns how many batches are at work at a time, at most. */
  public int batchesInFlight() {
    return settings.batchesInFlight();
  }

  /**
   * Answers the pending transfers of {@code id} with {@link TransactionOutcome.NotAsked}; while one
   * is at work, the others wait for its outcome.
   */
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
    trampoline.awaitCompletions(inside);
  }

  private Ticket ticket(
      Request request, AnswerTime when, Deadline deadline, @Nullable Trampoline completions) {
    TransactionId id = request.id();
    listener.transferAsked(id);
    return new Ticket(request, id, when, deadline, context.capture(), completions);
  }

  private List<Ticket> tickets(List<? extends Request> requests) {
    Deadline deadline = deadlines.current();
    return requests.stream()
        .map(request -> ticket(request, WHEN_FINISHED, deadline, null))
        .toList();
  }

  /** Submits the tickets in parts that the queue has room for. */
  private void submitTickets(List<Ticket> tickets) {
    int part = Math.min(batchSize, settings.queue());
    for (int from = 0; from < tickets.size(); from += part) {
      submitPart(tickets.subList(from, Math.min(tickets.size(), from + part)));
    }
  }

  private void submitPart(List<Ticket> tickets) {
    awaitRoom(tickets.size())
        .ifPresentOrElse(why -> batches.refuse(tickets, why), () -> batches.enqueue(tickets));
  }

  /** Waits for places in the queue; answers why there are none, if there are none in time. */
  private Optional<String> awaitRoom(int places) {
    try {
      boolean has = room.tryAcquire(places);
      if (!has) {
        trampoline.help();
        has = acquire(places, deadlines.current());
      }
      return has ? Optional.empty() : Optional.of(DeadlinePassedException.MESSAGE);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.of(INTERRUPTED);
    }
  }

  private boolean acquire(int places, Deadline deadline) throws InterruptedException {
    if (!deadline.isSet()) {
      room.acquire(places);
      return true;
    }
    boolean has = false;
    while (!has && !deadlines.hasPassed(deadline)) {
      long most = deadlines.left(deadline).orElseThrow().toNanos();
      has = room.tryAcquire(places, most, TimeUnit.NANOSECONDS);
    }
    return has;
  }

  /**
   * Is notified of batches and transfers, after the fact, on the thread that did the work. Must not
   * throw.
   */
  public interface TransferListener {

    /**
     * A transfer is asked for, on its caller's own thread, and may have to wait for its batch.
     * Called once for each time that it was asked for through the queue of batches, before anything
     * else is told of it; not called of a list that is run in its order, which does not wait there.
     */
    default void transferAsked(TransactionId id) {}

    /** A batch begins. A lone transfer is a batch of one; a reversal is not counted. */
    default void batchBegun(int transfers) {}

    /**
     * Work on a transfer begins in this process, and nothing of it was sent yet. Called once for
     * each time that it was asked for, unless it is handed back before.
     */
    default void transferBegun(TransactionId id) {}

    /**
     * It is certain what becomes of a transfer that was begun: it happens, or is refused for good.
     * Its holds are still to be settled or released. Called once, before {@link #transferEnded}.
     * Not called of one that is refused before anything of it is stored.
     *
     * @param outcome applied or refused; whether it is finished is not known yet
     * @param elapsed since it was begun
     */
    default void transferDecided(TransactionOutcome outcome, Duration elapsed) {}

    /**
     * A transfer that was decided is settled, or released, all of it. Called once, before {@link
     * #transferEnded}; not called where this process left the rest to recovery.
     *
     * @param outcome applied or refused
     * @param elapsed since it was begun
     */
    default void transferFinished(TransactionOutcome outcome, Duration elapsed) {}

    /**
     * A transfer has come to its end in this process: applied, refused, not known or not asked.
     * Called once for each time that it was asked for. A caller who asked to be answered when it is
     * decided may have had the answer before.
     */
    default void transferEnded(TransactionOutcome outcome) {}

    /**
     * This thread begins to work on these transfers together: those of a batch that has begun, or
     * some that were blocked and go on. Steps of which an engine listener is told before {@link
     * #workEnded}, on this thread, are of them.
     */
    default void workBegun(List<TransactionId> transfers) {}

    /** This thread has ended the work that it began last; those without an answer are blocked. */
    default void workEnded() {}

    /**
     * A transfer ended with an exception, such as that the store cannot be reached. Called in place
     * of {@link #transferEnded}, of each of those that {@link #transfersFailed} counts.
     */
    default void transferFailed(TransactionId id, Throwable fault) {}

    /** So many transfers ended with an exception, such as that the store cannot be reached. */
    default void transfersFailed(int transfers, Throwable fault) {}

    /** The host's executor threw; the batch runs on the thread that submitted it. */
    default void executorRefused() {}
  }
}
