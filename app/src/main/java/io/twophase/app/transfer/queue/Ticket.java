package io.twophase.app.transfer.queue;

import io.twophase.app.runtime.Deadlines.Deadline;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.ports.CallerContext;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A transfer that somebody waits for, and that is answered once. The thread that works on it gives
 * it its outcome; the callers are answered then, or before.
 */
final class Ticket {

  private final Request request;
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
   * @param deadline until when its caller waits
   * @param context what its caller's thread carried when it was asked for
   * @param completions completes the future of a caller who may have added callbacks; null if the
   *     caller waits: then the answer is given at once
   */
  Ticket(
      Request request,
      AnswerTime when,
      Deadline deadline,
      CallerContext.Captured context,
      @Nullable Trampoline completions) {
    this.request = request;
    this.when = when;
    this.deadline = deadline;
    this.context = context;
    this.completions = completions;
  }

  Request request() {
    return request;
  }

  TransactionId id() {
    return request.id();
  }

  Deadline deadline() {
    return deadline;
  }

  CompletableFuture<TransactionOutcome> answer() {
    return answer;
  }

  /** Work on it begins. */
  void begin(TransferListener listener, Duration now) {
    begun = now;
    context.wrap(() -> listener.transferBegun(id())).run();
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

  /** Notifies the listener of the outcome with which the work on it has ended. */
  void tellEnd(TransferListener listener, Duration now) {
    TransactionOutcome end = Objects.requireNonNull(outcome);
    context
        .wrap(
            () -> {
              tellDecided(end, listener, now);
              if (isDecision(end) && !end.isOpenEnded()) {
                listener.transferFinished(end, now.minus(begun));
              }
              listener.transferEnded(end);
            })
        .run();
  }

  /** Answers with the outcome with which the work on it has ended. */
  void complete() {
    answer(Objects.requireNonNull(outcome));
  }

  /** Answers, without work on it. Whoever has the answer finds it counted. */
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
      if (broken.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (broken.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(broken.getCause());
    }
  }
}
