package io.twophase.app.engine;

import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.transaction.Transition;
import java.util.List;

/**
 * The kinds of steps, each of which is one call on a port for any number of transactions, in the
 * order in which a lockstep schedule runs them: what may still refuse a transaction comes before
 * anything is decided.
 */
enum StepKind {
  INSERT,
  REREAD,
  ACQUIRE,
  STAMP,
  HOLD_CREDITS,
  AWAIT_ROOM,
  HOLD,
  CANCEL,
  WITHDRAW,
  DECIDE,
  SETTLE,
  RELEASE,
  FINISH,
  AWAIT;

  static StepKind of(Step step) {
    if (step instanceof Step.Begin || step instanceof Step.Submit) {
      return INSERT;
    } else if (step instanceof Step.Move move) {
      return of(move.transition());
    } else if (step instanceof Step.PlaceHolds holds) {
      return areCredits(holds.operations()) ? HOLD_CREDITS : HOLD;
    } else if (step instanceof Step.AwaitRoom) {
      return AWAIT_ROOM;
    } else if (step instanceof Step.Stamp) {
      return STAMP;
    } else if (step instanceof Step.Settle) {
      return SETTLE;
    } else if (step instanceof Step.Release) {
      return RELEASE;
    } else if (step instanceof Step.Withdraw) {
      return WITHDRAW;
    } else if (step instanceof Step.Reread) {
      return REREAD;
    } else if (step instanceof Step.Await) {
      return AWAIT;
    }
    throw new IllegalArgumentException(step + " is the end");
  }

  private static boolean areCredits(List<Operation> operations) {
    for (int at = 0; at < operations.size(); at++) {
      if (operations.get(at).side() != Direction.CREDIT) {
        return false;
      }
    }
    return true;
  }

  private static StepKind of(Transition transition) {
    if (transition instanceof Transition.Acquisition) {
      return ACQUIRE;
    } else if (transition instanceof Transition.Decide) {
      return DECIDE;
    } else if (transition instanceof Transition.BeginCancel
        || transition instanceof Transition.CancelUnclaimed) {
      return CANCEL;
    }
    return FINISH;
  }
}
