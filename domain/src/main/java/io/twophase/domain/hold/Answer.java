package io.twophase.domain.hold;

import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Option;

/**
 * The answer of a target, or of its store, to a request to place a hold.
 *
 * @param kind which of the others say something
 * @param hold the hold that is placed, that is there already, or that is in the way
 * @param elsewhere the target that has the hold that is in the way, if it is another than the one
 *     asked: one that has a value of a unique index
 * @param reason why the target never takes the hold; or, if it is busy, the reason of who has
 *     waited long enough
 * @param available how much may still be claimed to be taken, if there is too little or too much
 * @param receivable how much may still be claimed to be added, likewise
 */
public record Answer(
    Kind kind,
    Option<Hold> hold,
    Option<Target> elsewhere,
    Option<CancelReason> reason,
    long available,
    long receivable) {

  /** The kinds of answer. */
  public enum Kind {
    /** The hold is placed, at the epoch asked. */
    HELD,
    /**
     * A hold of this record is in its place; nothing was changed. It acknowledges the hold asked
     * for only if it is exactly that, at the epoch asked. {@link Claim#admits} says whether the
     * record may have placed it.
     */
    PRESENT,
    /**
     * The hold of another is in the way, or the target has all the holds it may have; nothing was
     * changed. Nothing is said of whether the target's rules would allow the hold.
     */
    BUSY,
    /** The bounds do not allow the range; nothing was changed. */
    SHORT,
    /** The target's rules forbid it for as long as it is as decided now; nothing was changed. */
    REFUSED,
    /** No answer: the hold may be placed, now or later. */
    IN_DOUBT
  }

  private static final Answer IN_DOUBT =
      new Answer(Kind.IN_DOUBT, Option.none(), Option.none(), Option.none(), 0, 0);

  private static final Answer FAILED =
      new Answer(Kind.BUSY, Option.none(), Option.none(), Option.none(), 0, 0);

  private Answer(
      Kind kind, Option<Hold> hold, Option<Target> elsewhere, Option<CancelReason> reason) {
    this(kind, hold, elsewhere, reason, 0, 0);
  }

  /** The hold is placed. */
  public static Answer held(Hold placed) {
    return new Answer(Kind.HELD, Option.some(placed), Option.none(), Option.none());
  }

  /** A hold of this record is there. */
  public static Answer present(Hold there) {
    return new Answer(Kind.PRESENT, Option.some(there), Option.none(), Option.none());
  }

  /** The hold of another is in the way, on the target that was asked. */
  public static Answer busy(Hold holder, CancelReason afterWaiting) {
    return new Answer(Kind.BUSY, Option.some(holder), Option.none(), Option.some(afterWaiting));
  }

  /** The store fails at the target: a record of several leaves out whose target it is. */
  public static Answer failed() {
    return FAILED;
  }

  /** The hold of another is in the way, on another target. */
  public static Answer busy(Hold holder, Target elsewhere, CancelReason afterWaiting) {
    return new Answer(
        Kind.BUSY, Option.some(holder), Option.some(elsewhere), Option.some(afterWaiting));
  }

  /** The bounds do not allow the range. */
  public static Answer shortOf(Bounds bounds) {
    return new Answer(
        Kind.SHORT,
        Option.none(),
        Option.none(),
        Option.none(),
        bounds.available(),
        bounds.receivable());
  }

  /** The target's rules forbid it. */
  public static Answer refused(CancelReason reason) {
    return new Answer(Kind.REFUSED, Option.none(), Option.none(), Option.some(reason));
  }

  /** No answer. */
  public static Answer inDoubt() {
    return IN_DOUBT;
  }
}
