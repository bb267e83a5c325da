package io.twophase.domain.protocol;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * From a step and what it came to, to the next step: the writes. {@link Rereading} has the reads.
 */
final class Protocol {

  private static final Result APPLIED = new Result.Applied(true);

  private Protocol() {}

  static Worker next(Worker worker, Event event) {
    Step step = worker.step();
    if (event instanceof Event.GaveUp && !(step instanceof Step.Stop)) {
      return worker.stop(GivingUp.result(worker));
    }
    if (step instanceof Step.Begin && event instanceof Event.Inserted inserted) {
      return inserted.outcome() == BeginOutcome.BEGUN
          ? enter(worker, Epoch.FIRST)
          : worker.at(new Step.Reread());
    }
    if (step instanceof Step.Submit && event instanceof Event.Inserted inserted) {
      return inserted.outcome() == BeginOutcome.BEGUN
          ? worker.stop(new Result.Submitted())
          : worker.at(new Step.Reread());
    }
    if (step instanceof Step.Move move && event instanceof Event.Moved moved) {
      return moved(worker, move.transition(), moved.outcome());
    }
    if (step instanceof Step.Holding holds && event instanceof Event.Holds answered) {
      requireOneEach(worker, holds.operations(), answered.outcomes());
      return held(worker, holds, answered.outcomes());
    }
    if (step instanceof Step.AwaitRoom wait && event instanceof Event.PatienceSpent) {
      return beginCancel(worker, wait.epoch(), new CancelReason.Refused(wait.busy()));
    }
    if (step instanceof Step.Stamp stamp && event instanceof Event.Matches answered) {
      requireOneEach(worker, stamp.operations(), answered.outcomes());
      return stamped(worker, stamp, answered.outcomes());
    }
    if (step instanceof Step.Settle settle && event instanceof Event.Matches answered) {
      List<Operation> left = unanswered(worker, settle.operations(), answered.outcomes());
      return worker.at(
          left.isEmpty()
              ? new Step.Move(new Transition.Finish(worker.id()))
              : new Step.Settle(settle.epoch(), left));
    }
    if (step instanceof Step.Release release && event instanceof Event.Matches answered) {
      List<Operation> left = unanswered(worker, release.operations(), answered.outcomes());
      return worker.at(
          left.isEmpty()
              ? new Step.Move(new Transition.FinishCancel(worker.id()))
              : new Step.Release(release.epoch(), left));
    }
    if (step instanceof Step.Withdraw withdraw && event instanceof Event.Matches answered) {
      List<Operation> left = unanswered(worker, withdraw.operations(), answered.outcomes());
      return left.isEmpty()
          ? Rereading.withdrawn(worker)
          : worker.at(new Step.Withdraw(withdraw.epoch(), left));
    }
    if ((step instanceof Step.Reread || step instanceof Step.Await)
        && event instanceof Event.Seen seen) {
      return Rereading.next(worker, seen);
    }
    throw new IllegalStateException(
        "transaction " + worker.id() + ": " + event + " is no answer to " + step);
  }

  /** The worker owns {@code epoch} now: nothing of it is acknowledged yet. */
  static Worker enter(Worker worker, Epoch epoch) {
    Worker.Knowledge owning = worker.knowledge().owning(epoch);
    return epoch.equals(Epoch.FIRST)
        ? placeHolds(worker, owning, epoch)
        : worker.at(owning, new Step.Stamp(epoch, owning.operations()));
  }

  private static Worker placeHolds(Worker worker, Worker.Knowledge knowledge, Epoch epoch) {
    return worker.at(knowledge, new Step.PlaceHolds(epoch, worker.nextOf(knowledge.unheld())));
  }

  private static Worker holdOrDecide(Worker worker, Worker.Knowledge knowledge, Epoch epoch) {
    return knowledge.unheld().isEmpty()
        ? worker.at(knowledge, new Step.Move(new Transition.Decide(worker.id(), epoch)))
        : placeHolds(worker, knowledge, epoch);
  }

  private static Worker moved(Worker worker, Transition transition, MatchOutcome outcome) {
    if (transition instanceof Transition.Finish) {
      return outcome == MatchOutcome.IN_DOUBT ? worker : Rereading.ended(worker, applied());
    }
    if (transition instanceof Transition.FinishCancel) {
      return outcome == MatchOutcome.IN_DOUBT
          ? worker
          : Rereading.ended(worker, canceled(worker.knowledge().reason()));
    }
    if (outcome != MatchOutcome.MATCHED) {
      return worker.at(new Step.Reread());
    }
    if (transition instanceof Transition.Acquisition acquired) {
      return enter(worker, acquired.epoch());
    }
    if (transition instanceof Transition.Decide decide) {
      return worker.at(new Step.Settle(decide.epoch(), worker.knowledge().operations()));
    }
    if (transition instanceof Transition.BeginCancel cancel) {
      return worker.at(new Step.Release(cancel.epoch(), worker.knowledge().operations()));
    }
    return worker.stop(canceled(worker.knowledge().reason()));
  }

  private static Worker held(Worker worker, Step.Holding holds, List<HoldOutcome> outcomes) {
    // in nearly all runs; unheld are those asked for, as many of them as were asked for
    if (areHeld(outcomes) && outcomes.size() == worker.knowledge().unheld().size()) {
      return holdOrDecide(worker, worker.knowledge().lacking(List.of()), holds.epoch());
    }
    Option<HoldRefusal> refusal = Option.none();
    Option<HoldRefusal.AccountBusy> busy = Option.none();
    boolean uncertain = false;
    List<Operation> unheld = new ArrayList<>(worker.knowledge().unheld());
    List<Operation> older = new ArrayList<>();
    for (int at = 0; at < outcomes.size(); at++) {
      Operation operation = holds.operations().get(at);
      HoldOutcome outcome = outcomes.get(at);
      if (outcome instanceof HoldOutcome.Refused refused
          && refused.refusal() instanceof HoldRefusal.AccountBusy full) {
        busy = Option.some(full);
      } else if (outcome instanceof HoldOutcome.Refused refused) {
        refusal = refusal.orElse(Option.some(refused.refusal()));
      } else if (outcome instanceof HoldOutcome.InDoubt) {
        uncertain = true;
      } else if (outcome instanceof HoldOutcome.AlreadyHeld already
          && !already.held().equals(operation)) {
        // under this id, but not what was asked for: an orphan of an earlier transaction
        refusal =
            refusal.orElse(
                Option.some(
                    new HoldRefusal.ForeignHold(worker.id(), already.epoch(), already.held())));
      } else if (outcome instanceof HoldOutcome.AlreadyHeld already
          && already.epoch().olderThan(holds.epoch())) {
        older.add(operation);
      } else if (outcome instanceof HoldOutcome.AlreadyHeld) {
        // Of a newer epoch, or an equal one that was there before: an orphan of a record that has
        // expired, which a sweep may be about to withdraw at this very epoch. The next is safe.
        uncertain = true;
      } else {
        unheld.remove(operation);
      }
    }
    Worker wiser = worker.at(worker.knowledge().lacking(unheld), worker.step());
    if (refusal.isDefined()) {
      return beginCancel(wiser, holds.epoch(), new CancelReason.Refused(refusal.get()));
    }
    if (uncertain) {
      return wiser.at(new Step.Reread());
    }
    if (!older.isEmpty()) {
      return wiser.at(new Step.Stamp(holds.epoch(), older));
    }
    return busy.map(full -> wiser.at(new Step.AwaitRoom(holds.epoch(), wiser.nextOf(unheld), full)))
        .getOrElse(() -> holdOrDecide(wiser, wiser.knowledge(), holds.epoch()));
  }

  private static boolean areHeld(List<HoldOutcome> outcomes) {
    for (int at = 0; at < outcomes.size(); at++) {
      if (!(outcomes.get(at) instanceof HoldOutcome.Held)) {
        return false;
      }
    }
    return true;
  }

  private static Worker stamped(Worker worker, Step.Stamp stamp, List<MatchOutcome> outcomes) {
    if (outcomes.contains(MatchOutcome.IN_DOUBT)) {
      return worker.at(new Step.Reread());
    }
    List<Operation> unheld = new ArrayList<>(worker.knowledge().unheld());
    for (int at = 0; at < outcomes.size(); at++) {
      if (outcomes.get(at) == MatchOutcome.MATCHED) {
        unheld.remove(stamp.operations().get(at));
      }
    }
    return holdOrDecide(worker, worker.knowledge().lacking(unheld), stamp.epoch());
  }

  static Worker beginCancel(Worker worker, Epoch epoch, CancelReason reason) {
    return cancel(
        worker,
        reason,
        new Transition.BeginCancel(worker.id(), epoch, reason, worker.owner(), worker.token()));
  }

  static Worker cancelUnclaimed(Worker worker, CancelReason reason) {
    return cancel(
        worker, reason, new Transition.CancelUnclaimed(worker.id(), reason, worker.token()));
  }

  private static Worker cancel(Worker worker, CancelReason reason, Transition transition) {
    return worker.at(worker.knowledge().because(Option.some(reason)), new Step.Move(transition));
  }

  static Result applied() {
    return APPLIED;
  }

  static Result canceled(Option<CancelReason> reason) {
    return new Result.Canceled(
        reason.getOrElseThrow(() -> new IllegalStateException("canceled without a reason")), true);
  }

  private static List<Operation> unanswered(
      Worker worker, List<Operation> operations, List<MatchOutcome> outcomes) {
    requireOneEach(worker, operations, outcomes);
    if (!outcomes.contains(MatchOutcome.IN_DOUBT)) {
      return List.of();
    }
    List<Operation> left = new ArrayList<>();
    for (int at = 0; at < outcomes.size(); at++) {
      if (outcomes.get(at) == MatchOutcome.IN_DOUBT) {
        left.add(operations.get(at));
      }
    }
    return left;
  }

  private static void requireOneEach(Worker worker, List<Operation> asked, List<?> answered) {
    if (asked.size() != answered.size()) {
      throw new IllegalStateException(
          "transaction "
              + worker.id()
              + ": "
              + answered.size()
              + " answers to "
              + asked.size()
              + " operations");
    }
  }
}
