package io.twophase.app.engine;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.TransactionRecord;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker while the engine drives it. */
final class WorkerRun {

  /**
   * More than any run of few members and operations needs: a step machine that loops is stopped.
   */
  private static final int MAX_STEPS = 1_000;

  /** More than any run needs for one of its members or operations. */
  private static final int MAX_STEPS_OF_EACH = 50;

  /** The targets whose dead holds are withdrawn for it. */
  final Set<Target> cleared = new HashSet<>(0);

  /** The targets at which the store has failed. */
  final Set<Target> failed = new HashSet<>(0);

  private RetryBudget.@Nullable Patience patience;
  private Worker worker;

  /** The worker's next step. */
  private Step step;

  /** A mark that the worker pauses before its next step. */
  private boolean isWaiting;

  /** A mark that the worker's result is certain. */
  private boolean isPastDeciding;

  private boolean becameBusy;
  private boolean began;
  private boolean apart;
  private boolean isTold;
  private boolean isToldOfStop;

  /**
   * Its id was just found taken. While no read shows by what, it is read again: a majority may not
   * have the record yet.
   */
  private boolean foundTaken;

  private boolean mayLook;
  private boolean waitsForOwner;
  private int doubts;
  private int steps;

  WorkerRun(Worker worker) {
    become(worker);
    // a worker that waits comes from an earlier call, which has sent something for it
    this.began = isWaiting;
    this.mayLook = isWaiting;
  }

  Worker worker() {
    return worker;
  }

  Step step() {
    return step;
  }

  /**
   * The kind of its next step.
   *
   * @throws IllegalArgumentException if it has stopped
   */
  StepCalls.Kind kind() {
    return StepCalls.Kind.of(step);
  }

  boolean isStopped() {
    return step instanceof Step.Stop;
  }

  Step.Pause pause() {
    if (step instanceof Step.Place place) {
      return place.pause();
    }
    return step instanceof Step.Read read ? read.pause() : Step.Pause.NONE;
  }

  /**
   * Returns whether the worker waits for room on a target, and not for another worker of its
   * record.
   */
  boolean waitsForRoom() {
    return isWaiting && step instanceof Step.Place;
  }

  /** Returns whether the worker has stopped, or waits and is left to that. */
  boolean isEnded(boolean leaves) {
    return isStopped() || (leaves && mustWait());
  }

  /**
   * Returns whether the worker has to pause before its next step. A worker that was already waiting
   * when this call began has paused; one whose transaction another record has decided waits only
   * for what the engine does at once.
   */
  private boolean mustWait() {
    return isWaiting && !mayLook && (!isPastDeciding || worker.id().isOfMany());
  }

  boolean hasBegun() {
    return began;
  }

  boolean isPastDeciding() {
    return isPastDeciding;
  }

  /** Returns whether the worker goes on to the decision, and does not wait for others. */
  boolean isDeciding() {
    return !isPastDeciding && !isWaiting;
  }

  boolean settles() {
    return step instanceof Step.End end && end.why() == Step.Why.SETTLE;
  }

  /** Returns whether the worker stopped with an outcome that is not known, or not finished. */
  boolean isOpenEnded() {
    return worker.result().filter(Result::isOpenEnded).isPresent();
  }

  /** If it has not finished: whether a record may name its process as the owner. */
  boolean mayHaveLeftItsOwn() {
    return !waitsForOwner
        && worker.result().map(end -> end.kind() != Result.Kind.BUSY).orElse(true);
  }

  /**
   * Returns whether the worker stopped before all that it may have begun is done: a member that its
   * record left out goes on by its own caller, if that caller is alive.
   */
  boolean leavesToOthers() {
    return worker.goal().kind() != Goal.Kind.RUN
        && worker
            .record()
            .filter(record -> record.leavesOut() && record.isOwnedBy(worker.owner().token()))
            .isPresent();
  }

  /** Takes what came of its step; answers whether that was in doubt, and it has to go on. */
  boolean accept(Event event) {
    began = true;
    mayLook = false;
    steps++;
    if (foundTaken && isAbsent(event)) {
      doubts++;
      return true;
    }
    boolean inDoubt = isInDoubt(event);
    foundTaken =
        event instanceof Event.Inserted inserted
            && inserted.outcomes().get(0) == BeginOutcome.ID_TAKEN;
    doubts += inDoubt ? 1 : 0;
    tell(event);
    if (steps >= MAX_STEPS
        && steps
            >= MAX_STEPS + MAX_STEPS_OF_EACH * worker.record().map(WorkerRun::parts).orElse(1)) {
      giveUp();
    }
    return inDoubt && !isStopped();
  }

  /** The number of members; of a transaction alone, of operations, each of which may wait. */
  private static int parts(TransactionRecord record) {
    return record.only().map(body -> body.operations().size()).orElse(record.members().size());
  }

  private static boolean isAbsent(Event event) {
    return event instanceof Event.Seen seen
        && seen.lookups().stream().allMatch(lookup -> lookup.kind() == Lookup.Kind.ABSENT);
  }

  /** Returns whether each of its steps is sent in a call of its own. */
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
    step.inDoubt().ifPresent(this::tell);
  }

  /** Returns whether each of its claims is placed in a call of its own. */
  boolean asksTargetsApart() {
    return apart && worker.id().isOfMany();
  }

  /** Returns whether a fault of its step may be that of one target among others. */
  boolean mayAskTargetsApart() {
    return !apart
        && worker.id().isOfMany()
        && step instanceof Step.Place place
        && place.claims().size() > 1;
  }

  void doubt() {
    mayLook = false;
    doubts++;
  }

  int doubts() {
    return doubts;
  }

  void giveUp() {
    if (!isStopped()) {
      waitsForOwner = isWaiting && !waitsForRoom();
      tell(new Event.GaveUp(false));
    }
  }

  /** Ends the worker's wait for the holds of other records. */
  void losePatience() {
    tell(new Event.GaveUp(true));
  }

  /** Returns how long it has waited for room. */
  RetryBudget.Patience patience() {
    RetryBudget.Patience there = patience;
    if (there == null) {
      there = new RetryBudget.Patience();
      patience = there;
    }
    return there;
  }

  /** Returns whether the worker's last step began a wait for the holds of other records. */
  boolean hasBecomeBusy() {
    return becameBusy;
  }

  /** Returns whether its outcome has become certain since this was asked last. */
  boolean isNewlyDecided() {
    boolean isNew = !isTold && isPastDeciding;
    isTold |= isNew;
    return isNew;
  }

  /** Returns whether it has stopped since this was asked last. */
  boolean hasNewlyStopped() {
    boolean isNew = !isToldOfStop && isStopped();
    isToldOfStop |= isNew;
    return isNew;
  }

  private void tell(Event event) {
    boolean wasBusy = waitsForRoom();
    become(worker.after(event));
    becameBusy = waitsForRoom() && !wasBusy;
  }

  private void become(Worker next) {
    worker = next;
    step = next.step();
    Step.Pause pause = pause();
    // most steps have this very pause
    isWaiting = !Objects.equals(pause, Step.Pause.NONE) && pause.waits();
    isPastDeciding = next.result().isPresent();
  }

  private static boolean isInDoubt(Event event) {
    return (event instanceof Event.Inserted inserted
            && inserted.outcomes().contains(BeginOutcome.IN_DOUBT))
        || (event instanceof Event.Matched matched
            && matched.outcomes().contains(MatchOutcome.IN_DOUBT))
        || (event instanceof Event.Placed placed
            && Answer.isAny(placed.answers(), Answer.Kind.IN_DOUBT));
  }
}
