package io.twophase.app.engine;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.vavr.control.Option;

/** A worker while the engine drives it. */
final class Run {

  /** More than any run needs; a machine that goes round in circles is stopped. */
  private static final int MAX_STEPS = 1_000;

  private Worker worker;
  private boolean began;
  private boolean apart;
  private int doubts;
  private int steps;

  Run(Worker worker) {
    this.worker = worker;
  }

  Worker worker() {
    return worker;
  }

  boolean isStopped() {
    return worker.step() instanceof Step.Stop;
  }

  boolean isWaiting() {
    return worker.step() instanceof Step.Await || worker.step() instanceof Step.AwaitRoom;
  }

  /** Whether anything of it may have been sent to the store. */
  boolean hasBegun() {
    return began;
  }

  /** Whether all that may refuse it is behind it. */
  boolean isPastDeciding() {
    return isStopped() || (!isWaiting() && Rank.of(worker.step()).compareTo(Rank.SETTLE) >= 0);
  }

  /** Whether it stopped with something left that is not known, or not finished. */
  boolean isOpenEnded() {
    Option<Result> result = worker.result();
    return result.exists(
        end ->
            end instanceof Result.Unknown
                || end instanceof Result.Unreadable
                || (end instanceof Result.Applied applied && !applied.finished())
                || (end instanceof Result.Canceled canceled && !canceled.finished()));
  }

  int doubts() {
    return doubts;
  }

  /** Takes what came of its step; answers whether that was in doubt, and it has to go on. */
  boolean accept(Event event) {
    began = true;
    steps++;
    boolean inDoubt = isInDoubt(event);
    if (inDoubt) {
      doubts++;
    }
    worker = worker.after(event);
    if (steps >= MAX_STEPS) {
      giveUp();
    }
    return inDoubt && !isStopped();
  }

  /** Whether its steps are calls of their own. */
  boolean isApart() {
    return apart;
  }

  /**
   * A call for it and others failed, and nobody knows what it changed: each goes on as one that had
   * no answer, in calls of its own.
   */
  void setApart() {
    apart = true;
    Option<Event> unanswered = Unanswered.of(worker.step());
    began = true;
    unanswered.forEach(event -> worker = worker.after(event));
  }

  void doubt() {
    doubts++;
  }

  void giveUp() {
    if (!isStopped()) {
      worker = worker.after(new Event.GaveUp());
    }
  }

  /** It has waited long enough for room on an account. */
  void losePatience() {
    worker = worker.after(new Event.PatienceSpent());
  }

  private static boolean isInDoubt(Event event) {
    if (event instanceof Event.Inserted inserted) {
      return inserted.outcome() == BeginOutcome.IN_DOUBT;
    } else if (event instanceof Event.Moved moved) {
      return moved.outcome() == MatchOutcome.IN_DOUBT;
    } else if (event instanceof Event.Matches matches) {
      return matches.outcomes().contains(MatchOutcome.IN_DOUBT);
    } else if (event instanceof Event.Holds holds) {
      return holds.outcomes().contains(HoldOutcome.inDoubt());
    }
    return false;
  }
}
