package io.twophase.app.transfer.queue;

import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.app.transfer.queue.TransferQueue.TransferListener;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.ports.CallerContext;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A transfer that somebody waits for, and that is answered once. The thread that works on it gives
 * it its outcome; the callers are answered then, or before.
 */
final class Ticket {

  private final Request request;
  private final TransactionId id;
  private final AnswerTime when;
  private final Deadline deadline;
  private final CallerContext.Captured context;
  private final @Nullable Trampoline completions;
  private final CompletableFuture<TransactionOutcome> answer = new CompletableFuture<>();
  private Duration begun = Duration.ZERO;
  private boolean isToldOfDecision;
  private @Nullable TransactionOutcome outcome;
  private boolean isAnswered;

  /**
   * @param id that of the request
   * @param deadline until when its caller waits
   * @param context what its caller's thread carried when it was asked for
   * @param completions completes the future of a caller who may have added callbacks; null if the
   *     caller waits: then the answer is given at once
   */
  Ticket(
      Request request,
      TransactionId id,
      AnswerTime when,
      Deadline deadline,
      CallerContext.Captured context,
      @Nullable Trampoline completions) {
    this.request = request;
    this.id = id;
    this.when = when;
    this.deadline = deadline;
    this.context = context;
    this.completions = completions;
  }

  Request request() {
    return request;
  }

  TransactionId id() {
    return id;
  }

  Deadline deadline() {
    return deadline;
  }

  CompletableFuture<TransactionOutcome> answer() {
    return answer;
  }

  /** Work on it begins; answers its id. */
  TransactionId begin(TransferListener listener, Duration now) {
    begun = now;
    context.wrap(() -> listener.transferBegun(id)).run();
    return id;
  }

  /** The outcome is certain; the transfer may not be finished. */
  void decided(TransactionOutcome certain, TransferListener listener, Duration now) {
    context.wrap(() -> tellDecided(certain, listener, now)).run();
    if (when == AnswerTime.WHEN_DECIDED) {
      answer(certain);
    }
  }

  private void tellDecided(TransactionOutcome certain, TransferListener listener, Duration now) {
    if (!isToldOfDecision && isDecision(certain)) {
      isToldOfDecision = true;
      listener.transferDecided(certain, now.minus(begun));
    }
  }

  /** Returns whether anything was stored of it that was decided. */
  private static boolean isDecision(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> true,
        refused -> refused.reason() instanceof CancelReason,
        unknown -> false,
        notAsked -> false);
  }

  /** Takes the outcome with which the work on it has ended. */
  void end(TransactionOutcome end) {
    outcome = end;
  }

  /** Returns whether the work on it has ended. */
  boolean hasEnded() {
    return outcome != null;
  }

  /** Notifies the listener of the outcome with which the work on it has ended, if it has. */
  void tellEnd(TransferListener listener, Duration now) {
    TransactionOutcome end = outcome;
    if (end != null) {
      context.wrap(() -> tellEnd(end, listener, now)).run();
    }
  }

  private void tellEnd(TransactionOutcome end, TransferListener listener, Duration now) {
    tellDecided(end, listener, now);
    if (isToldOfDecision && !end.isOpenEnded()) {
      listener.transferFinished(end, now.minus(begun));
    }
    listener.transferEnded(end);
  }

  /** Answers with the outcome with which the work on it has ended. */
  void complete() {
    answer(Objects.requireNonNull(outcome));
  }

  /** Answers, without work on it. A caller who has the answer finds it counted. */
  void handBack(TransactionOutcome instead, TransferListener listener) {
    context.wrap(() -> listener.transferEnded(instead)).run();
    answer(instead);
  }

  /** Answers, though it is worked on: the work goes on, and what it ends with is told. */
  void answer(TransactionOutcome early) {
    answer(() -> answer.complete(early));
  }

  void fail(Throwable broken) {
    answer(() -> answer.completeExceptionally(broken));
  }

  private void answer(Runnable completion) {
    if (isFirst()) {
      if (completions == null) {
        completion.run();
      } else {
        completions.complete(answer, context.wrap(completion));
      }
    }
  }

  private synchronized boolean isFirst() {
    boolean first = !isAnswered;
    isAnswered = true;
    return first;
  }

  /**
   * Waits for the outcome. It is not known if this thread is interrupted while another thread works
   * on the transfer. An exception is thrown as if it had happened here.
   */
  TransactionOutcome await() {
    try {
      return answer.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new TransactionOutcome.Unknown(id(), "interrupted while it was under way");
    } catch (ExecutionException broken) {
      throw Deadlines.unchecked(broken.getCause());
    }
  }

  /**
   * Runs batches, and completes the futures that callers hold, on executors of the host. Such an
   * executor may run a task at once on the thread that submits it, or throw. A task that reaches a
   * thread which is already running one is run after it, not within it. So tasks are never nested,
   * however long the chain of tasks is: a callback of a future never runs within a batch, and may
   * ask for other transfers, wait for them, or close.
   */
  static final class Trampoline {

    private static final long LOOK_NANOS = 1_000_000;

    /**
     * If no future has been completed for this long, the executor counts as having dropped the
     * rest.
     */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    /** The frame of each thread that is running a batch, for any host in this process. */
    private static final ThreadLocal<Frame> FRAMES = new ThreadLocal<>();

    /** A thread runs these after its current batch. */
    private static final class Frame {
      private final Deque<Runnable> completions = new ArrayDeque<>(0);
      private final Deque<Runnable> batches = new ArrayDeque<>(0);

      void runRest() {
        while (true) {
          Runnable next = completions.isEmpty() ? batches.poll() : completions.poll();
          if (next == null) {
            return;
          }
          next.run();
        }
      }
    }

    private final Executor executor;
    private final Executor callbacks;
    private final Ticker ticker;
    private final Set<Due> due = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Boolean> completing = ThreadLocal.withInitial(() -> false);

    /** A future that is to be completed. */
    private record Due(CompletableFuture<?> future, Runnable completion) {}

    /**
     * @param executor runs batches
     * @param callbacks completes futures, and so runs their callbacks
     * @param ticker measures how long closing waits for callbacks to be taken
     */
    Trampoline(Executor executor, Executor callbacks, Ticker ticker) {
      this.executor = executor;
      this.callbacks = callbacks;
      this.ticker = ticker;
    }

    /**
     * Runs a batch on the executor, once. If that throws, whatever it throws, then the batch is run
     * on this thread.
     *
     * @return whether the executor took it
     */
    boolean start(Runnable batch) {
      return give(executor, () -> run(batch));
    }

    /** Runs {@code completion}, which completes {@code future}. */
    void complete(CompletableFuture<?> future, Runnable completion) {
      Due one = new Due(future, completion);
      due.add(one);
      var unused = give(callbacks, () -> runOutside(() -> complete(one)));
    }

    private void complete(Due one) {
      completing.set(true);
      try {
        one.completion().run();
      } finally {
        completing.remove();
        due.remove(one);
      }
    }

    /** The task is run at its first run only: an executor may throw, and yet have taken it. */
    private static boolean give(Executor executor, Runnable task) {
      AtomicBoolean hasRun = new AtomicBoolean();
      Runnable once =
          () -> {
            if (hasRun.compareAndSet(false, true)) {
              task.run();
            }
          };
      try {
        executor.execute(once);
        return true;
      } catch (Throwable refused) {
        once.run();
        return false;
      }
    }

    /** Runs a batch on this thread: at once, or after the one that it is running. */
    private static void run(Runnable batch) {
      Frame frame = FRAMES.get();
      if (frame == null) {
        runOuter(batch);
      } else {
        frame.batches.add(batch);
      }
    }

    /** Runs a batch on this thread at once, and then what has to come after it. */
    void runNow(Runnable batch) {
      if (FRAMES.get() == null) {
        runOuter(batch);
      } else {
        batch.run();
      }
    }

    /** Runs a completion on this thread: at once, or after the batch that it is running. */
    private static void runOutside(Runnable completion) {
      Frame frame = FRAMES.get();
      if (frame == null) {
        completion.run();
      } else {
        frame.completions.add(completion);
      }
    }

    private static void runOuter(Runnable batch) {
      Frame frame = new Frame();
      FRAMES.set(frame);
      try {
        batch.run();
        frame.runRest();
      } finally {
        FRAMES.remove();
      }
    }

    /**
     * Runs the batches that this thread has put off. To be called before the thread waits for them.
     *
     * @return whether this thread is running a batch, or a callback of one
     */
    boolean help() {
      Frame frame = FRAMES.get();
      if (frame == null) {
        return false;
      }
      for (Runnable batch = frame.batches.poll(); batch != null; batch = frame.batches.poll()) {
        batch.run();
      }
      return true;
    }

    /**
     * Waits until all pending futures are completed. It does not wait for their callbacks, which
     * may be waiting for the caller. On a thread that completes a future itself, or runs a batch,
     * it returns at once. Those that the executor seems to have dropped are completed on this
     * thread.
     */
    void awaitCompletions(boolean insideBatch) {
      boolean inside = completing.get() || insideBatch;
      if (!inside) {
        completing.remove();
        boolean interrupted = Thread.interrupted();
        interrupted |= awaitUninterrupted();
        open(due).forEach(this::complete);
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    /**
     * Waits until all are completed, or none has been for long.
     *
     * @return whether this thread was interrupted meanwhile
     */
    private boolean awaitUninterrupted() {
      boolean interrupted = false;
      List<Due> open = open(due);
      Duration since = ticker.elapsed();
      while (!open.isEmpty() && ticker.elapsed().minus(since).compareTo(LONGEST_SILENCE) < 0) {
        // get() or join() could run the callbacks of the future on this thread
        LockSupport.parkNanos(LOOK_NANOS);
        // without this, the thread would not park again
        interrupted |= Thread.interrupted();
        List<Due> still = open(open);
        if (still.size() < open.size()) {
          since = ticker.elapsed();
        }
        open = still;
      }
      return interrupted;
    }

    private static List<Due> open(Collection<Due> some) {
      return some.stream().filter(one -> !one.future().isDone()).toList();
    }
  }
}
