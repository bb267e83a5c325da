package io.twophase.domain.machine;

import io.twophase.domain.record.Transition;

/** A worker gave up when this had no answer. */
public enum Unanswered {
  /** The insert of a record. */
  BEGIN,
  /** The claim or the take-over of a record. */
  ACQUIRE,
  /** The placing of holds, or their raising to a newer epoch. */
  HOLD,
  /** The wait for what others hold. */
  AWAIT_ROOM,
  /** The step by which all of an authorization is held. */
  AUTHORIZE,
  /** An approval of an authorization. */
  APPROVE,
  /** The decision. */
  DECIDE,
  /** The decision that it does not happen, or its exclusion from a record of several. */
  CANCEL,
  /** The end of holds after the decision, or the finish of the record. */
  FINISH,
  /** The withdrawal of holds of an epoch that is over. */
  WITHDRAW,
  /** The taking of a member that was left out. */
  TAKE,
  /** The reading of the record. */
  READ,
  /** The wait for another worker. */
  AWAIT,
  /** A record that this worker had begun or claimed is there no more. */
  RECORD_GONE;

  static Unanswered of(Step step) {
    if (step instanceof Step.Insert) {
      return BEGIN;
    } else if (step instanceof Step.Move move) {
      return of(move.transition());
    } else if (step instanceof Step.Take) {
      return TAKE;
    } else if (step instanceof Step.Place place) {
      return place.pause().waits() ? AWAIT_ROOM : HOLD;
    } else if (step instanceof Step.Stamp) {
      return HOLD;
    } else if (step instanceof Step.End end) {
      return end.why() == Step.Why.WITHDRAW ? WITHDRAW : FINISH;
    } else if (step instanceof Step.Read read) {
      return read.pause().waits() ? AWAIT : READ;
    }
    throw new IllegalArgumentException("a stop has no answer");
  }

  private static Unanswered of(Transition transition) {
    return switch (transition.kind()) {
      case ACQUIRE -> ACQUIRE;
      case AUTHORIZE -> AUTHORIZE;
      case APPROVE -> APPROVE;
      case EXCLUDE -> CANCEL;
      case DECIDE -> transition.reason().isPresent() ? CANCEL : DECIDE;
      case FINISH, FORGET -> FINISH;
    };
  }
}
