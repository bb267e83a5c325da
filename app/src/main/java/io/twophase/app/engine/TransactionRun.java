package io.twophase.app.engine;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import org.jspecify.annotations.Nullable;

/** A worker while the engine drives it. */
final class TransactionRun implements Driven {

  /** More than any run of few operations needs: a step machine that loops is stopped. */
  private static final int MAX_STEPS = 1_000;

  /**
   * More than any run needs for one of its operations. Once a document was busy it asks for one
   * document at a time, and again for each whenever it has to give back what it holds.
   */
  private static final int MAX_STEPS_OF_EACH = 50;

  private final Patience patience = new Patience();
  private Worker worker;
  private @Nullable StepKind rank;
  private boolean becameBusy;
  private boolean began;
  private boolean apart;

  /** Its id was just found taken. If the record then cannot be found, it is read again. */
  private boolean foundTaken;

  private boolean mayLook;

  /** Whether it stopped while another was at work on its transaction. */
  private boolean leftToAnother;

  private int doubts;
  private int steps;

  TransactionRun(Worker worker) {
    this.worker = worker;
    this.rank = rank(worker);
    // a worker that waits comes from an earlier call, which has sent something for it
    this.began = isWaiting();
    this.mayLook = isWaiting();
  }

  Worker worker() {
    return worker;
  }

  /**
   * The kind of its next step.
   *
   * @throws IllegalStateException if it has stopped
   */
  StepKind rank() {
    if (rank == null) {
      throw new IllegalStateException(worker + " has stopped");
    }
    return rank;
  }

  @Override
  public boolean isStopped() {
    return rank == null;
  }

  boolean isWaiting() {
    return rank == StepKind.AWAIT || rank == StepKind.AWAIT_ROOM;
  }

  /**
   * Whether it has to pause before its next step. A worker that was already waiting when this call
   * began has paused.
   */
  boolean mustWait() {
    return isWaiting() && !mayLook;
  }

  @Override
  public boolean hasBegun() {
    return began;
  }

  @Override
  public boolean isPastDeciding() {
    return rank == null || (!isWaiting() && rank.compareTo(StepKind.SETTLE) >= 0);
  }

  /** Whether it stopped with something left that is not known, or not finished. */
  boolean isOpenEnded() {
    return worker.result().exists(Result::isOpenEnded);
  }

  /** If it has not finished: whether a record may name its process as the owner. */
  boolean mayHaveLeftItsOwn() {
    boolean isAnothers =
        leftToAnother
            || rank == StepKind.AWAIT
            || worker.result().exists(end -> end instanceof Result.Busy);
    return !isAnothers;
  }

  @Override
  public int doubts() {
    return doubts;
  }

  /** Takes what came of its step; answers whether that was in doubt, and it has to go on. */
  boolean accept(Event event) {
    began = true;
    mayLook = false;
    steps++;
    boolean inDoubt = event.isInDoubt() || (foundTaken && isAbsent(event));
    foundTaken =
        event instanceof Event.Inserted inserted && inserted.outcome() == BeginOutcome.ID_TAKEN;
    if (inDoubt) {
      doubts++;
    }
    tell(event);
    if (steps >= MAX_STEPS + MAX_STEPS_OF_EACH * worker.operationCount()) {
      giveUp();
    }
    return inDoubt && !isStopped();
  }

  /** A batch decides the transfer that the worker has read: it goes by what the batch says. */
  void accept(MemberTransfers.Answer answer, TransactionLookup.Found found) {
    began = true;
    mayLook = false;
    foundTaken = false;
    steps++;
    boolean isPending = found.record().state() == State.PENDING;
    answer
        .<Runnable>fold(
            ended -> () -> stop(ended.result()),
            again -> () -> {},
            waiting ->
                () -> {
                  if (isPending) {
                    tell(new Event.Seen(found, false));
                  }
                })
        .run();
    if (steps >= MAX_STEPS) {
      giveUp();
    }
  }

  private void stop(Result result) {
    worker = worker.answeredByBatch(result, rank == StepKind.REREAD);
    rank = null;
    becameBusy = false;
    leftToAnother = true;
  }

  /** Whether each of its steps is sent in a call of its own. */
  boolean isApart() {
    return apart;
  }

  /**
   * A call for it and others failed, and its effect is unknown. Each of them goes on as if it had
   * no answer, in calls of its own.
   */
  void setApart() {
    apart = true;
    Option<Event> unanswered = InDoubtEvents.of(worker.step());
    began = true;
    unanswered.forEach(this::tell);
  }

  @Override
  public void doubt() {
    mayLook = false;
    doubts++;
  }

  @Override
  public void giveUp() {
    if (!isStopped()) {
      leftToAnother = rank == StepKind.AWAIT;
      tell(new Event.GaveUp());
    }
  }

  @Override
  public Patience patience() {
    return patience;
  }

  /** Whether it began to wait for what others hold with its last step. */
  boolean hasBecomeBusy() {
    return becameBusy;
  }

  /** It has waited long enough for what others hold. */
  void losePatience() {
    tell(new Event.PatienceSpent());
  }

  private void tell(Event event) {
    boolean wasBusy = rank == StepKind.AWAIT_ROOM;
    worker = worker.after(event);
    rank = rank(worker);
    becameBusy = rank == StepKind.AWAIT_ROOM && !wasBusy;
  }

  private static @Nullable StepKind rank(Worker worker) {
    return worker.step() instanceof Step.Stop ? null : StepKind.of(worker.step());
  }

  private static boolean isAbsent(Event event) {
    return event instanceof Event.Seen seen && seen.lookup() instanceof TransactionLookup.Absent;
  }
}
