package io.twophase.app.transfer.queue;

import io.twophase.app.engine.WaitPolicy;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.queue.BlockedTickets.Blocked;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.app.transfer.queue.Ticket.Trampoline;
import io.twophase.app.transfer.queue.TransferQueue.TransferListener;
import io.twophase.domain.TransactionId;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.Pause;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes batches of the pending tickets, and runs as many at a time as the settings allow.
 * Thread-safe.
 */
final class BatchScheduler {

  private static final Duration LOOK = Duration.ofMinutes(1);
  private static final String CLOSED = "shutting down";
  private static final String WITHDRAWN = "canceled before it was begun";

  private final BatchRunner runner;
  private final QueueSettings settings;
  private final int batchSize;
  private final Semaphore room;
  private final Trampoline trampoline;
  private final TransferListener listener;
  private final Deadlines deadlines;
  private final BlockedTickets blockedTickets;
  private final PendingTickets pending = new PendingTickets();
  private int inFlight;

  /** The number of transfers that have left their batches and have no answer. */
  private int blocked;

  private int undecided;
  private int answering;
  private int guests;
  private boolean closed;

  /** No wait for the monitor: that would keep a virtual thread's carrier. */
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * @param room each ticket has a permit of it from when it is enqueued until its batch begins
   * @param deadlines of the tickets' callers; a batch has the time of the one who has most
   */
  BatchScheduler(
      BatchRunner runner,
      Pause pause,
      QueueSettings settings,
      Semaphore room,
      Trampoline trampoline,
      TransferListener listener,
      Deadlines deadlines) {
    this.deadlines = deadlines;
    this.listener = listener;
    this.runner = runner;
    this.settings = settings;
    this.room = room;
    this.trampoline = trampoline;
    this.batchSize = settings.batchSize();
    this.blockedTickets =
        new BlockedTickets(runner, pause, batchSize, this::start, this::unblocked, deadlines);
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
      room.release(tickets.size());
      refuse(tickets, CLOSED);
    } else {
      try {
        tickets.forEach(this::watch);
      } finally {
        // a host's clock may throw: the tickets are pending all the same
        dispatch();
      }
    }
  }

  /** Answers those who wait for a ticket at its deadline, whoever is at work. */
  private void watch(Ticket ticket) {
    if (ticket.deadline().isSet()) {
      Runnable end = deadlines.whenPassed(ticket.deadline(), () -> late(ticket));
      var unused = ticket.answer().whenComplete((answer, fault) -> end.run());
    }
  }

  private void late(Ticket ticket) {
    boolean isPending;
    Set<TransactionId> asked;
    synchronized (this) {
      isPending = pending.remove(ticket);
      asked = asked(List.of(ticket));
    }
    if (isPending) {
      room.release();
      handBack(List.of(ticket), DeadlinePassedException.MESSAGE, asked);
    } else {
      ticket.answer(underWay(ticket, DeadlinePassedException.MESSAGE));
    }
  }

  /** Answers tickets that have no place in the queue. */
  void refuse(List<Ticket> tickets, String why) {
    handBack(tickets, why, asked(tickets));
  }

  private synchronized Set<TransactionId> asked(List<Ticket> tickets) {
    return pending.asked(tickets);
  }

  /**
   * Answers tickets that are not worked on.
   *
   * @param asked their ids that other tickets ask for: what becomes of these is open
   */
  private void handBack(List<Ticket> tickets, String why, Set<TransactionId> asked) {
    for (Ticket ticket : tickets) {
      ticket.handBack(
          asked.contains(ticket.id())
              ? underWay(ticket, why)
              : new TransactionOutcome.NotAsked(ticket.id(), why),
          listener);
    }
  }

  private static TransactionOutcome underWay(Ticket ticket, String why) {
    return new TransactionOutcome.Unknown(ticket.id(), why + " while it was under way");
  }

  /** Runs the tickets on the caller's thread if no batch is under way; answers whether it did. */
  boolean tryRunOnCallerThread(List<Ticket> tickets) {
    boolean reserved = tickets.size() <= batchSize && tryReserve(tickets);
    if (reserved) {
      trampoline.runNow(() -> perform(tickets, new Phase()));
      if (blocked() > 0) {
        tickets.stream().filter(ticket -> !ticket.answer().isDone()).forEach(this::watch);
      }
    }
    return reserved;
  }

  private synchronized boolean tryReserve(List<Ticket> tickets) {
    return reserved(!closed && inFlight == 0 && pending.isEmpty() && pending.takeAtOnce(tickets));
  }

  /** To be called with the monitor: counts a batch, if one begins. */
  private boolean reserved(boolean begins) {
    inFlight += begins ? 1 : 0;
    undecided += begins ? 1 : 0;
    return begins;
  }

  synchronized int blocked() {
    return blocked;
  }

  /**
   * Hands back the pending tickets of {@code id}, unless it is at work: then they wait for that.
   */
  void withdraw(TransactionId id) {
    List<Ticket> withdrawn;
    synchronized (this) {
      withdrawn = pending.remove(id);
    }
    room.release(withdrawn.size());
    handBack(withdrawn, WITHDRAWN, Set.of());
  }

  /** Does work that {@link #awaitEnd} waits for. Once closed, does nothing and answers nothing. */
  <T> Optional<T> whileOpen(Supplier<T> work) {
    synchronized (this) {
      if (closed) {
        return Optional.empty();
      }
      guests++;
    }
    try {
      return Optional.of(work.get());
    } finally {
      synchronized (this) {
        guests--;
        tellOfEnd();
      }
    }
  }

  /** Hands back all pending tickets, and takes no more. */
  void refuseAll() {
    List<Ticket> handedBack;
    Set<TransactionId> asked;
    synchronized (this) {
      closed = true;
      handedBack = pending.drain();
      asked = asked(handedBack);
      tellOfEnd();
    }
    room.release(handedBack.size());
    handBack(handedBack, CLOSED, asked);
  }

  /** Waits until every batch that was begun has come to its end. */
  void awaitEnd() {
    boolean hasEnded = false;
    while (!hasEnded) {
      hasEnded =
          Deadlines.awaitUninterrupted(LOOK, nanos -> ended.await(nanos, TimeUnit.NANOSECONDS));
    }
  }

  /** To be called with the monitor: once closed, nothing begins that has not begun. */
  private void tellOfEnd() {
    if (closed && inFlight + answering + guests + blocked == 0) {
      ended.countDown();
    }
  }

  /** Begins as many batches as the settings allow. */
  private void dispatch() {
    while (tryReserve()) {
      Phase phase = new Phase();
      start(() -> lead(phase));
    }
  }

  private void start(Runnable batch) {
    if (!trampoline.start(batch)) {
      listener.executorRefused();
    }
  }

  private synchronized boolean tryReserve() {
    return reserved(
        !pending.isEmpty()
            && inFlight < settings.batchesInFlight()
            && (undecided < settings.batchesUndecided() || pending.size() >= batchSize));
  }

  private void lead(Phase phase) {
    List<Ticket> batch;
    synchronized (this) {
      batch = pending.take(batchSize);
    }
    room.release(batch.size());
    perform(batch, phase);
  }

  private void perform(List<Ticket> batch, Phase phase) {
    List<Ticket> over = batch;
    List<Blocked> left = List.of();
    Consumer<Ticket> answer = Ticket::complete;
    try {
      left = run(batch, phase);
      over = left.isEmpty() ? batch : batch.stream().filter(Ticket::hasEnded).toList();
    } catch (RuntimeException | Error broken) {
      answer = ticket -> ticket.fail(broken);
    }
    // counted before they may end
    phase.end(over, left.size());
    if (!left.isEmpty()) {
      blockedTickets.add(left);
    }
    answer(over, answer);
  }

  /**
   * Runs the batch, and answers which of its transfers are blocked: they leave it and wait
   * elsewhere, unless as many wait there already as may.
   */
  private List<Blocked> run(List<Ticket> batch, Phase phase) {
    if (batch.isEmpty()) {
      return List.of();
    }
    Runnable allDecided =
        () -> {
          phase.decided();
          dispatch();
        };
    WaitPolicy waits = mayLeave() ? WaitPolicy.LEAVE : WaitPolicy.PAUSE;
    return deadlines.until(
        Deadline.last(batch, Ticket::deadline),
        () -> runner.run(batch, Order.ANY, waits, allDecided));
  }

  private synchronized boolean mayLeave() {
    return blocked == 0 || blocked < settings.queue();
  }

  /** Answers tickets that are at work no more, and are counted as being answered. */
  private void answer(List<Ticket> over, Consumer<Ticket> answer) {
    over.forEach(answer);
    boolean mustWatch;
    synchronized (this) {
      answering--;
      tellOfEnd();
      mustWatch = blocked > 0;
    }
    dispatch();
    if (mustWatch) {
      blockedTickets.watch();
    }
  }

  /**
   * Answers tickets that were blocked. A caller who has an answer finds its transfer counted no
   * more.
   */
  private void unblocked(List<Ticket> over, Consumer<Ticket> answer) {
    synchronized (this) {
      blocked -= over.size();
      pending.done(over);
      answering++;
    }
    answer(over, answer);
  }

  /** The phase of a batch. */
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

    void end(List<Ticket> over, int left) {
      synchronized (BatchScheduler.this) {
        decided();
        pending.done(over);
        inFlight--;
        answering++;
        blocked += left;
      }
    }
  }

  /**
   * The tickets that wait for a batch, in the order of arrival. No id is at work twice at a time: a
   * second ticket of an id waits aside until the first is done, and then finds its outcome. Not
   * thread-safe.
   */
  static final class PendingTickets {

    private final Deque<Ticket> queue = new ArrayDeque<>();

    /** The ids at work, each with the tickets that wait aside for it. */
    private final Map<TransactionId, Collection<Ticket>> atWork = new LinkedHashMap<>();

    boolean isEmpty() {
      return queue.isEmpty();
    }

    /** Returns how many wait only for a batch, and not for another ticket of their id. */
    int size() {
      return queue.size();
    }

    void add(Collection<Ticket> tickets) {
      for (Ticket ticket : tickets) {
        atWork.getOrDefault(ticket.id(), queue).add(ticket);
      }
    }

    /** Takes as many as a batch carries. They are at work until they are {@link #done}. */
    List<Ticket> take(int most) {
      List<Ticket> taken = new ArrayList<>(Math.min(most, queue.size()));
      while (taken.size() < most && !queue.isEmpty()) {
        Ticket ticket = queue.remove();
        if (begins(ticket)) {
          taken.add(ticket);
        } else {
          add(List.of(ticket));
        }
      }
      return taken;
    }

    /** Takes the ticket's id to work, unless it is at work. */
    private boolean begins(Ticket ticket) {
      return atWork.putIfAbsent(ticket.id(), new ArrayList<>(0)) == null;
    }

    /** Takes tickets that are not pending, if no two have the same id and no id is at work. */
    boolean takeAtOnce(List<Ticket> tickets) {
      for (int taken = 0; taken < tickets.size(); taken++) {
        if (!begins(tickets.get(taken))) {
          tickets.subList(0, taken).forEach(ticket -> atWork.remove(ticket.id()));
          return false;
        }
      }
      return true;
    }

    /** These are no longer at work. Tickets that waited aside for them now wait for a batch. */
    void done(List<Ticket> tickets) {
      if (tickets.size() == atWork.size()) {
        atWork.values().forEach(queue::addAll);
        atWork.clear();
        return;
      }
      for (Ticket ticket : tickets) {
        Collection<Ticket> aside = atWork.remove(ticket.id());
        if (aside != null) {
          queue.addAll(aside);
        }
      }
    }

    /** Removes the pending tickets of {@code id}, to be handed back; none while it is at work. */
    List<Ticket> remove(TransactionId id) {
      List<Ticket> removed = new ArrayList<>();
      queue.removeIf(
          ticket -> ticket.id().equals(id) && !atWork.containsKey(id) && removed.add(ticket));
      return removed;
    }

    /** Removes one ticket; answers whether it was pending. */
    boolean remove(Ticket ticket) {
      return queue.remove(ticket) || atWork.getOrDefault(ticket.id(), queue).remove(ticket);
    }

    /** Returns which ids of {@code tickets} are at work, or are those of tickets in the queue. */
    Set<TransactionId> asked(Collection<Ticket> tickets) {
      Set<TransactionId> asked = tickets.stream().map(Ticket::id).collect(Collectors.toSet());
      Set<TransactionId> waiting = queue.stream().map(Ticket::id).collect(Collectors.toSet());
      asked.removeIf(id -> !waiting.contains(id) && !atWork.containsKey(id));
      return asked;
    }

    /** Removes all pending tickets, to be handed back. */
    List<Ticket> drain() {
      List<Ticket> all = new ArrayList<>(queue);
      atWork.values().forEach(all::addAll);
      queue.clear();
      atWork.values().forEach(Collection::clear);
      return all;
    }
  }
}
