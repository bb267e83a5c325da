package io.twophase.domain.machine;

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
    return step.fold(new OfStep());
  }

  private static final class OfStep implements Step.Cases<Unanswered> {
    @Override
    public Unanswered insert(Step.Insert step) {
      return BEGIN;
    }

    @Override
    public Unanswered move(Step.Move step) {
      return switch (step.transition().kind()) {
        case ACQUIRE -> ACQUIRE;
        case AUTHORIZE -> AUTHORIZE;
        case APPROVE -> APPROVE;
        case EXCLUDE -> CANCEL;
        case DECIDE -> step.transition().reason().isDefined() ? CANCEL : DECIDE;
        case FINISH, FORGET -> FINISH;
      };
    }

    @Override
    public Unanswered take(Step.Take step) {
      return TAKE;
    }

    @Override
    public Unanswered place(Step.Place step) {
      return step.pause().waits() ? AWAIT_ROOM : HOLD;
    }

    @Override
    public Unanswered stamp(Step.Stamp step) {
      return HOLD;
    }

    @Override
    public Unanswered end(Step.End step) {
      return step.why() == Step.Why.WITHDRAW ? WITHDRAW : FINISH;
    }

    @Override
    public Unanswered read(Step.Read step) {
      return step.pause().waits() ? AWAIT : READ;
    }

    @Override
    public Unanswered stop(Step.Stop step) {
      throw new IllegalArgumentException("a stop has no answer");
    }
  }
}
