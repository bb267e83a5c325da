package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.CancelReason;
import java.util.Optional;

/**
 * A worker is asked to do this.
 *
 * @param kind which of the others say something
 * @param record the record of several, or the transaction: that may turn out to be a member of a
 *     record of several
 * @param begins what is begun, of {@link Kind#SUBMIT} and {@link Kind#RUN}
 * @param reason why it is canceled, of {@link Kind#CANCEL} and {@link Kind#ABANDON}
 * @param request of {@link Kind#AUTHORIZE}
 */
public record Goal(
    Kind kind,
    RecordId record,
    Optional<NewRecord> begins,
    Optional<CancelReason> reason,
    Optional<AuthorizationRequest> request) {

  /** The kinds of goal. */
  public enum Kind {
    /** Store a transaction for anybody to claim, and no more. */
    SUBMIT,
    /** Begin a record, if nobody has, and see it decided and finished; or authorized. */
    RUN,
    /** Finish what somebody left, and go on where it is undecided. */
    RESUME,
    /** Finish what somebody left, and cancel it where it is undecided. */
    ABANDON,
    /** Cancel it, unless it is decided to happen. A void is the cancel of an authorization. */
    CANCEL,
    /** Capture an authorization, or approve it. */
    AUTHORIZE
  }

  private static Goal of(Kind kind, RecordId record, Optional<CancelReason> reason) {
    return new Goal(kind, record, Optional.empty(), reason, Optional.empty());
  }

  /** Store it for anybody to claim. */
  public static Goal submit(NewRecord submitted) {
    return new Goal(
        Kind.SUBMIT, submitted.id(), Optional.of(submitted), Optional.empty(), Optional.empty());
  }

  /**
   * Begin it, and see it through.
   *
   * @param begun owned by the worker that is asked
   */
  public static Goal run(NewRecord begun) {
    return new Goal(Kind.RUN, begun.id(), Optional.of(begun), Optional.empty(), Optional.empty());
  }

  /** Finish it, and go on where it is undecided. */
  public static Goal resume(RecordId record) {
    return of(Kind.RESUME, record, Optional.empty());
  }

  /** Finish it, and cancel it where it is undecided. */
  public static Goal abandon(RecordId record) {
    return of(Kind.ABANDON, record, Optional.of(new CancelReason.Recovered()));
  }

  /** Cancel it. */
  public static Goal cancel(RecordId record, CancelReason reason) {
    return of(Kind.CANCEL, record, Optional.of(reason));
  }

  /** Capture it, or approve it. */
  public static Goal authorize(TransactionId authorization, AuthorizationRequest request) {
    return new Goal(
        Kind.AUTHORIZE,
        RecordId.of(authorization),
        Optional.empty(),
        Optional.empty(),
        Optional.of(request));
  }

  /** Returns whether recovery asks: it leaves a record to a live owner. */
  boolean isOfRecovery() {
    return kind == Kind.RESUME || kind == Kind.ABANDON;
  }

  /** Returns whether what is undecided is to be canceled. */
  boolean cancels() {
    return reason.isPresent();
  }
}
