package io.twophase.app.engine;

import io.twophase.domain.operation.Operation;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.Transition;
import java.util.List;

/**
 * The kinds of steps, each of which is one call on a port for any number of transactions, in the
 * order in which a lockstep schedule runs them: what may still refuse a transaction comes before
 * anything is decided.
 */
enum StepKind {
  INSERT(ProtocolStep.BEGIN),
  REREAD(ProtocolStep.READ),
  ACQUIRE(ProtocolStep.ACQUIRE),
  STAMP(ProtocolStep.HOLD),
  HOLD_CREDITS(ProtocolStep.HOLD),
  AWAIT_ROOM(ProtocolStep.HOLD),
  HOLD(ProtocolStep.HOLD),
  CANCEL(ProtocolStep.DECIDE),
  WITHDRAW(ProtocolStep.RELEASE),
  DECIDE(ProtocolStep.DECIDE),
  SETTLE(ProtocolStep.SETTLE),
  RELEASE(ProtocolStep.RELEASE),
  FINISH(ProtocolStep.FINISH),
  AWAIT(ProtocolStep.READ);

  private static final Transition.Cases<StepKind> OF_TRANSITION = new OfTransition();
  private static final Step.Cases<StepKind> OF_STEP = new OfStep();

  private final ProtocolStep step;

  StepKind(ProtocolStep step) {
    this.step = step;
  }

  /** As which a listener is told of it. */
  ProtocolStep step() {
    return step;
  }

  /**
   * The kind of {@code step}.
   *
   * @throws IllegalArgumentException if it is the end
   */
  static StepKind of(Step step) {
    return step.fold(OF_STEP);
  }

  private static boolean areFirst(List<Operation> operations) {
    for (int at = 0; at < operations.size(); at++) {
      if (!HoldOrder.isFirst(operations.get(at))) {
        return false;
      }
    }
    return true;
  }

  private static final class OfStep implements Step.Cases<StepKind> {
    @Override
    public StepKind begin(Step.Begin step) {
      return INSERT;
    }

    @Override
    public StepKind submit(Step.Submit step) {
      return INSERT;
    }

    @Override
    public StepKind move(Step.Move step) {
      return step.transition().fold(OF_TRANSITION);
    }

    @Override
    public StepKind placeHolds(Step.PlaceHolds step) {
      return areFirst(step.operations()) ? HOLD_CREDITS : HOLD;
    }

    @Override
    public StepKind awaitRoom(Step.AwaitRoom step) {
      return AWAIT_ROOM;
    }

    @Override
    public StepKind stamp(Step.Stamp step) {
      return STAMP;
    }

    @Override
    public StepKind settle(Step.Settle step) {
      return SETTLE;
    }

    @Override
    public StepKind release(Step.Release step) {
      return RELEASE;
    }

    @Override
    public StepKind withdraw(Step.Withdraw step) {
      return WITHDRAW;
    }

    @Override
    public StepKind reread(Step.Reread step) {
      return REREAD;
    }

    @Override
    public StepKind await(Step.Await step) {
      return AWAIT;
    }

    @Override
    public StepKind stop(Step.Stop step) {
      throw new IllegalArgumentException(step + " is the end");
    }
  }

  private static final class OfTransition implements Transition.Cases<StepKind> {
    @Override
    public StepKind claim(Transition.Claim transition) {
      return ACQUIRE;
    }

    @Override
    public StepKind takeOver(Transition.TakeOver transition) {
      return ACQUIRE;
    }

    @Override
    public StepKind decide(Transition.Decide transition) {
      return DECIDE;
    }

    @Override
    public StepKind finish(Transition.Finish transition) {
      return FINISH;
    }

    @Override
    public StepKind beginCancel(Transition.BeginCancel transition) {
      return CANCEL;
    }

    @Override
    public StepKind cancelUnclaimed(Transition.CancelUnclaimed transition) {
      return CANCEL;
    }

    @Override
    public StepKind finishCancel(Transition.FinishCancel transition) {
      return FINISH;
    }

    @Override
    public StepKind authorize(AuthorizationTransition.Authorize transition) {
      return DECIDE;
    }

    @Override
    public StepKind approve(AuthorizationTransition.Approve transition) {
      return DECIDE;
    }

    @Override
    public StepKind capture(AuthorizationTransition.Capture transition) {
      return DECIDE;
    }

    @Override
    public StepKind voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
      return CANCEL;
    }
  }
}
