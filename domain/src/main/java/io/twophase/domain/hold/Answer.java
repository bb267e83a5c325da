package io.twophase.domain.hold;

import io.twophase.domain.transaction.CancelReason;
import java.util.Optional;

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
    Optional<Hold> hold,
    Optional<Target> elsewhere,
    Optional<CancelReason> reason,
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
      new Answer(Kind.IN_DOUBT, Optional.empty(), Optional.empty(), Optional.empty(), 0, 0);

  private static final Answer FAILED =
      new Answer(Kind.BUSY, Optional.empty(), Optional.empty(), Optional.empty(), 0, 0);

  private Answer(
      Kind kind, Optional<Hold> hold, Optional<Target> elsewhere, Optional<CancelReason> reason) {
    this(kind, hold, elsewhere, reason, 0, 0);
  }

  /** The hold is placed. */
  public static Answer held(Hold placed) {
    return new Answer(Kind.HELD, Optional.of(placed), Optional.empty(), Optional.empty());
  }

  /** A hold of this record is there. */
  public static Answer present(Hold there) {
    return new Answer(Kind.PRESENT, Optional.of(there), Optional.empty(), Optional.empty());
  }

  /** The hold of another is in the way, on the target that was asked. */
  public static Answer busy(Hold holder, CancelReason afterWaiting) {
    return new Answer(Kind.BUSY, Optional.of(holder), Optional.empty(), Optional.of(afterWaiting));
  }

  /** The store fails at the target: a record of several leaves out whose target it is. */
  public static Answer failed() {
    return FAILED;
  }

  /** The hold of another is in the way, on another target. */
  public static Answer busy(Hold holder, Target elsewhere, CancelReason afterWaiting) {
    return new Answer(
        Kind.BUSY, Optional.of(holder), Optional.of(elsewhere), Optional.of(afterWaiting));
  }

  /** The bounds do not allow the range. */
  public static Answer shortOf(Bounds bounds) {
    return new Answer(
        Kind.SHORT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        bounds.available(),
        bounds.receivable());
  }

  /** The target's rules forbid it. */
  public static Answer refused(CancelReason reason) {
    return new Answer(Kind.REFUSED, Optional.empty(), Optional.empty(), Optional.of(reason));
  }

  /** No answer. */
  public static Answer inDoubt() {
    return IN_DOUBT;
  }
}
