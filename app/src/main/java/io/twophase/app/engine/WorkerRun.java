package io.twophase.app.engine;

import io.twophase.domain.hold.Target;
import io.twophase.domain.machine.Event;
import io.twophase.domain.machine.Goal;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A worker while the engine drives it. */
final class WorkerRun implements Driven {

  /** More than any run of few members needs: a step machine that loops is stopped. */
  private static final int MAX_STEPS = 1_000;

  /** More than any run needs for one of its members. */
  private static final int MAX_STEPS_OF_EACH = 50;

  private final Patience patience = new Patience();
  private final Set<Target> cleared = new HashSet<>(0);
  private Worker worker;
  private boolean becameBusy;
  private boolean began;
  private boolean apart;
  private boolean isTold;

  /** Its id was just found taken. If the record then cannot be found, it is read again. */
  private boolean foundTaken;

  private boolean mayLook;
  private boolean waitsForOwner;
  private int doubts;
  private int steps;

  WorkerRun(Worker worker) {
    this.worker = worker;
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
   * @throws IllegalArgumentException if it has stopped
   */
  StepGroups group() {
    return StepGroups.of(worker.step());
  }

  @Override
  public boolean isStopped() {
    return worker.hasStopped();
  }

  Step.Pause pause() {
    if (worker.step() instanceof Step.Place place) {
      return place.pause();
    }
    return worker.step() instanceof Step.Read read ? read.pause() : Step.Pause.NONE;
  }

  boolean isWaiting() {
    return pause().waits();
  }

  /** Whether the worker waits for room on a target, and not for another worker of its record. */
  boolean waitsForRoom() {
    return isWaiting() && worker.step() instanceof Step.Place;
  }

  /**
   * Whether the worker has to pause before its next step. A worker that was already waiting when
   * this call began has paused.
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
    return worker.result().isDefined();
  }

  boolean settles() {
    return worker.step() instanceof Step.End end && end.why() == Step.Why.SETTLE;
  }

  /** Whether the worker stopped with an outcome that is not known, or not finished. */
  boolean isOpenEnded() {
    return worker.result().exists(Result::isOpenEnded);
  }

  /** If it has not finished: whether a record may name its process as the owner. */
  boolean mayHaveLeftItsOwn() {
    return !waitsForOwner && worker.result().forAll(end -> end.kind() != Result.Kind.BUSY);
  }

  /**
   * Whether the worker stopped before all that it may have begun is done: a member that its record
   * left out goes on by its own caller, if that caller is alive.
   */
  boolean leavesToOthers() {
    return worker.goal().kind() != Goal.Kind.RUN
        && worker
            .record()
            .exists(record -> record.leavesOut() && record.isOwnedBy(worker.owner().token()));
  }

  /** Takes what came of its step; answers whether that was in doubt, and it has to go on. */
  boolean accept(Event event) {
    began = true;
    mayLook = false;
    steps++;
    boolean inDoubt = Doubts.isIn(event) || (foundTaken && isAbsent(event));
    foundTaken =
        event instanceof Event.Inserted inserted
            && inserted.outcomes().get(0) == BeginOutcome.ID_TAKEN;
    if (inDoubt) {
      doubts++;
    }
    tell(event);
    int members =
        worker.record().map(TransactionRecord::members).map(all -> all.size()).getOrElse(1);
    if (steps >= MAX_STEPS + MAX_STEPS_OF_EACH * members) {
      giveUp();
    }
    return inDoubt && !isStopped();
  }

  private static boolean isAbsent(Event event) {
    return event instanceof Event.Seen seen
        && seen.lookups().stream().allMatch(lookup -> lookup.kind() == Lookup.Kind.ABSENT);
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
    began = true;
    Doubts.of(worker.step()).forEach(this::tell);
  }

  @Override
  public void doubt() {
    mayLook = false;
    doubts++;
  }

  @Override
  public int doubts() {
    return doubts;
  }

  @Override
  public void giveUp() {
    if (!isStopped()) {
      waitsForOwner = isWaiting() && !waitsForRoom();
      tell(new Event.GaveUp(false));
    }
  }

  /** Ends the worker's wait for the holds of other records. */
  void losePatience() {
    tell(new Event.GaveUp(true));
  }

  @Override
  public Patience patience() {
    return patience;
  }

  /** Whether the worker's last step began a wait for the holds of other records. */
  boolean hasBecomeBusy() {
    return becameBusy;
  }

  /** Whether a target's dead holds were withdrawn for it before. */
  boolean hasCleared(Target target) {
    return cleared.contains(target);
  }

  /** Notes that the targets' dead holds are withdrawn for it. */
  void cleared(List<Target> targets) {
    cleared.addAll(targets);
  }

  /** Whether its outcome has become certain since this was asked last. */
  boolean isNewlyDecided() {
    boolean isNew = !isTold && isPastDeciding();
    isTold |= isNew;
    return isNew;
  }

  private void tell(Event event) {
    boolean wasBusy = waitsForRoom();
    worker = worker.after(event);
    becameBusy = waitsForRoom() && !wasBusy;
  }
}
