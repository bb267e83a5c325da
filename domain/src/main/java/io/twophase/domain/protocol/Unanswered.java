package io.twophase.domain.protocol;

import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.Transition;

/** What had no answer when a worker gave up: a step, or the record itself. */
public enum Unanswered {
  /** The insert of the record, claimed at once. */
  BEGIN,
  /** The insert of the record for anybody to claim. */
  SUBMIT,
  /** The claim of a submitted record. */
  CLAIM,
  /** The take-over of a pending record. */
  TAKE_OVER,
  /** The placing of holds. */
  PLACE_HOLDS,
  /** The wait for room on an account. */
  AWAIT_ROOM,
  /** The raising of holds to a new epoch. */
  STAMP,
  /** The decision that the transaction happens. */
  DECIDE,
  /** The step by which all of an authorization is held. */
  AUTHORIZE,
  /** An approval of an authorization. */
  APPROVE,
  /** The decision that an authorization happens. */
  CAPTURE,
  /** The decision that an authorization does not happen. */
  VOID,
  /** The settling of holds. */
  SETTLE,
  /** The closing of an applied record. */
  FINISH,
  /** The decision that a pending transaction does not happen. */
  BEGIN_CANCEL,
  /** The decision that a submitted transaction does not happen. */
  CANCEL_UNCLAIMED,
  /** The release of holds. */
  RELEASE,
  /** The closing of a canceled record. */
  FINISH_CANCEL,
  /** The withdrawal of holds of a dead epoch. */
  WITHDRAW,
  /** The reading of the record. */
  REREAD,
  /** The wait for another worker. */
  AWAIT,
  /** A record that this worker had begun or claimed is there no more. */
  RECORD_GONE;

  private static final Transition.Cases<Unanswered> OF_TRANSITION = new OfTransition();
  private static final Step.Cases<Unanswered> OF_STEP = new OfStep();

  /**
   * The one for {@code step}.
   *
   * @throws IllegalArgumentException if it is the end
   */
  static Unanswered of(Step step) {
    return step.fold(OF_STEP);
  }

  private static final class OfStep implements Step.Cases<Unanswered> {
    @Override
    public Unanswered begin(Step.Begin step) {
      return BEGIN;
    }

    @Override
    public Unanswered submit(Step.Submit step) {
      return SUBMIT;
    }

    @Override
    public Unanswered move(Step.Move step) {
      return step.transition().fold(OF_TRANSITION);
    }

    @Override
    public Unanswered placeHolds(Step.PlaceHolds step) {
      return PLACE_HOLDS;
    }

    @Override
    public Unanswered awaitRoom(Step.AwaitRoom step) {
      return AWAIT_ROOM;
    }

    @Override
    public Unanswered stamp(Step.Stamp step) {
      return STAMP;
    }

    @Override
    public Unanswered settle(Step.Settle step) {
      return SETTLE;
    }

    @Override
    public Unanswered release(Step.Release step) {
      return RELEASE;
    }

    @Override
    public Unanswered withdraw(Step.Withdraw step) {
      return WITHDRAW;
    }

    @Override
    public Unanswered reread(Step.Reread step) {
      return REREAD;
    }

    @Override
    public Unanswered await(Step.Await step) {
      return AWAIT;
    }

    @Override
    public Unanswered stop(Step.Stop step) {
      throw new IllegalArgumentException(step + " is the end");
    }
  }

  private static final class OfTransition implements Transition.Cases<Unanswered> {
    @Override
    public Unanswered claim(Transition.Claim transition) {
      return CLAIM;
    }

    @Override
    public Unanswered takeOver(Transition.TakeOver transition) {
      return TAKE_OVER;
    }

    @Override
    public Unanswered decide(Transition.Decide transition) {
      return DECIDE;
    }

    @Override
    public Unanswered finish(Transition.Finish transition) {
      return FINISH;
    }

    @Override
    public Unanswered beginCancel(Transition.BeginCancel transition) {
      return BEGIN_CANCEL;
    }

    @Override
    public Unanswered cancelUnclaimed(Transition.CancelUnclaimed transition) {
      return CANCEL_UNCLAIMED;
    }

    @Override
    public Unanswered finishCancel(Transition.FinishCancel transition) {
      return FINISH_CANCEL;
    }

    @Override
    public Unanswered authorize(AuthorizationTransition.Authorize transition) {
      return AUTHORIZE;
    }

    @Override
    public Unanswered approve(AuthorizationTransition.Approve transition) {
      return APPROVE;
    }

    @Override
    public Unanswered capture(AuthorizationTransition.Capture transition) {
      return CAPTURE;
    }

    @Override
    public Unanswered voidAuthorization(AuthorizationTransition.VoidAuthorization transition) {
      return VOID;
    }
  }
}
