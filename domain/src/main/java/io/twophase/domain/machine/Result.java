package io.twophase.domain.machine;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import java.util.List;
import java.util.Optional;

/**
 * The end of a run for one member, or for a record of several as a whole.
 *
 * @param kind which of the others say something
 * @param isFinished of what is decided, whether nothing of it is held any more; if something is,
 *     recovery ends it. What is not known, or left to another, is not finished
 * @param reason why it is canceled; none of a record of several whose members say why
 * @param refusal why an authorization is not captured, or not approved
 * @param moved of what is applied, how much each operation on an account moves, in minor units;
 *     empty if all that was asked for
 * @param seen the transaction as it was read, of an authorization, or under the id of another
 * @param during what had no answer, of what is unknown
 * @param fault of what cannot be read: the field, and what is wrong with it
 */
public record Result(
    Kind kind,
    boolean isFinished,
    Optional<CancelReason> reason,
    Optional<AuthorizationRefusal> refusal,
    List<Long> moved,
    Optional<Transaction> seen,
    Optional<Unanswered> during,
    Optional<String> fault) {

  /** The kinds of result. */
  public enum Kind {
    /** The record is stored; it is nobody's yet, or somebody is at it already. */
    SUBMITTED,
    /** The member, or the record of several, is applied: decided, for ever. */
    APPLIED,
    /** The member, or the record of several, is canceled: decided, for ever. */
    CANCELED,
    /** The transaction is held, and waits for its capture; or its approval is noted. */
    AUTHORIZED,
    /** This request did not capture or approve the transaction. Nothing was changed. */
    REFUSED,
    /** Another transaction has this id. Nothing was changed. */
    ID_REUSED,
    /** A cancel came too late: it is decided to happen. Nothing was changed. */
    ALREADY_DECIDED,
    /** The record does not decide this member: it goes on in another, or alone. */
    LEFT_OUT,
    /** Its id was taken, and its record is gone: it ended, and was removed with its answer. */
    EXPIRED,
    /** There is no such transaction, nor record. */
    NOT_FOUND,
    /** Another worker is alive and at it, so it was left alone. */
    BUSY,
    /** The stored document cannot be read; it was left alone. */
    UNREADABLE,
    /** The outcome is not known. A request by the same id resolves it. */
    UNKNOWN
  }

  /** Applied, with all that was asked for, before and after its holds are ended. */
  private static final Result APPLIED = of(Kind.APPLIED, false, Optional.empty(), Optional.empty());

  private static final Result FINISHED = of(Kind.APPLIED);

  /** The result of a run of which the kind says all. */
  public static Result of(Kind kind) {
    return of(kind, kind != Kind.BUSY, Optional.empty(), Optional.empty());
  }

  private static Result of(
      Kind kind, boolean isFinished, Optional<CancelReason> reason, Optional<Transaction> seen) {
    return new Result(
        kind,
        isFinished,
        reason,
        Optional.empty(),
        List.of(),
        seen,
        Optional.empty(),
        Optional.empty());
  }

  /** This result, and more that it says. */
  private Result saying(
      Optional<AuthorizationRefusal> why,
      List<Long> amounts,
      Optional<Unanswered> open,
      Optional<String> wrong) {
    return new Result(kind, isFinished, reason, why, amounts, seen, open, wrong);
  }

  static Result applied(boolean isFinished, List<Long> moved) {
    Result inFull = isFinished ? FINISHED : APPLIED;
    return moved.isEmpty()
        ? inFull
        : inFull.saying(Optional.empty(), moved, Optional.empty(), Optional.empty());
  }

  static Result canceled(boolean isFinished, Optional<CancelReason> reason) {
    return of(Kind.CANCELED, isFinished, reason, Optional.empty());
  }

  /** The result of a member by its record, which the member names. */
  public static Result of(Fate fate, boolean isFinished) {
    return switch (fate.kind()) {
      case APPLIED -> applied(isFinished, fate.moved());
      case REFUSED, EXCLUDED -> canceled(isFinished, fate.reason());
      case LEFT -> of(Kind.LEFT_OUT);
    };
  }

  /** The result of a removed transaction by its receipt. */
  static Result of(Receipt receipt) {
    return receipt.isApplied()
        ? applied(true, receipt.moved().map(amount -> List.of(amount, amount)).orElse(List.of()))
        : canceled(true, receipt.reason());
  }

  static Result authorized(Optional<Transaction> seen) {
    return of(Kind.AUTHORIZED, true, Optional.empty(), seen);
  }

  static Result refused(AuthorizationRefusal refusal) {
    return of(Kind.REFUSED)
        .saying(Optional.of(refusal), List.of(), Optional.empty(), Optional.empty());
  }

  static Result idReused(Optional<Transaction> seen) {
    return of(Kind.ID_REUSED, true, Optional.empty(), seen);
  }

  static Result alreadyDecided(boolean isFinished) {
    return of(Kind.ALREADY_DECIDED, isFinished, Optional.empty(), Optional.empty());
  }

  static Result unreadable(Optional<String> fault) {
    return of(Kind.UNREADABLE, false, Optional.empty(), Optional.empty())
        .saying(Optional.empty(), List.of(), Optional.empty(), fault);
  }

  /** The result of a run that gave up when this had no answer. */
  public static Result unknown(Unanswered during) {
    return of(Kind.UNKNOWN, false, Optional.empty(), Optional.empty())
        .saying(Optional.empty(), List.of(), Optional.of(during), Optional.empty());
  }

  /** Returns whether something is left that is not known, or not finished. */
  public boolean isOpenEnded() {
    return !isFinished && kind != Kind.ALREADY_DECIDED;
  }

  /**
   * Returns whether a request is refused by what a read did not show: a read that is older than
   * what was acknowledged may not show it.
   */
  public boolean isRefusedByRead() {
    return kind == Kind.NOT_FOUND
        || refusal
            .filter(
                rule ->
                    rule instanceof AuthorizationRefusal.NotYetAuthorized
                        || rule instanceof AuthorizationRefusal.NotApproved)
            .isPresent();
  }

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
    RECORD_GONE,
    /** The turn of a member in order, behind one that is not certain or not finished. */
    TURN;

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
}
