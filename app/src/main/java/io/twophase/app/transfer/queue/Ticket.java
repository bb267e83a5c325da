package io.twophase.app.transfer.queue;

import io.twophase.app.completion.Completions;
import io.twophase.app.deadline.Deadline;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.app.transfer.batch.BatchEntry;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.CallerContext;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A transfer that somebody waits for, and that is answered once. */
final class Ticket implements BatchEntry {

  private final Request request;
  private final AnswerTime when;
  private final Deadline deadline;
  private final CallerContext.Captured context;
  private final @Nullable Completions completions;
  private final CompletableFuture<TransactionOutcome> answer = new CompletableFuture<>();
  private boolean isAnswered;

  private Ticket(
      Request request,
      AnswerTime when,
      Deadline deadline,
      CallerContext.Captured context,
      @Nullable Completions completions) {
    this.context = context;
    this.request = request;
    this.when = when;
    this.deadline = deadline;
    this.completions = completions;
  }

  /** A ticket whose caller waits: no callback depends on its answer, which is given at once. */
  static Ticket of(
      Request request, AnswerTime when, Deadline deadline, CallerContext.Captured context) {
    return new Ticket(request, when, deadline, context, null);
  }

  /** A ticket whose answer a caller holds as a future, and may have added callbacks to. */
  static Ticket of(
      Request request,
      AnswerTime when,
      Deadline deadline,
      CallerContext.Captured context,
      Completions completions) {
    return new Ticket(request, when, deadline, context, completions);
  }

  @Override
  public Request request() {
    return request;
  }

  @Override
  public CallerContext.Captured context() {
    return context;
  }

  TransactionId id() {
    return request.id();
  }

  /** Until when its caller waits. */
  Deadline deadline() {
    return deadline;
  }

  CompletableFuture<TransactionOutcome> answer() {
    return answer;
  }

  @Override
  public void decided(TransactionOutcome outcome) {
    if (when == AnswerTime.WHEN_DECIDED) {
      complete(outcome);
    }
  }

  @Override
  public void ended(TransactionOutcome outcome) {
    complete(outcome);
  }

  /** Completes the ticket as not asked. Whoever has the answer finds it counted. */
  void notAsked(String why, TransferListener listener) {
    TransactionOutcome outcome = new TransactionOutcome.NotAsked(request.id(), why);
    context.wrap(() -> listener.transferEnded(outcome)).run();
    complete(outcome);
  }

  /** Completes the ticket, which is worked on: its work goes on, and what it ends with is told. */
  void leftAtWork(String why) {
    complete(new TransactionOutcome.Unknown(request.id(), why));
  }

  /** Completes the ticket, on which nobody works: another of the same id is at work. */
  void unknown(String why, TransferListener listener) {
    TransactionOutcome outcome = new TransactionOutcome.Unknown(request.id(), why);
    listener.transferEnded(outcome);
    complete(outcome);
  }

  void complete(TransactionOutcome outcome) {
    answer(() -> answer.complete(outcome));
  }

  void fail(Throwable broken) {
    answer(() -> answer.completeExceptionally(broken));
  }

  private void answer(Runnable completion) {
    if (isFirst()) {
      if (completions == null) {
        completion.run();
      } else {
        completions.run(answer, context.wrap(completion));
      }
    }
  }

  private synchronized boolean isFirst() {
    boolean first = !isAnswered;
    isAnswered = true;
    return first;
  }
}
