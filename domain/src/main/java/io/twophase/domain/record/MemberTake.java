package io.twophase.domain.record;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A worker takes a member that its record has left out: a compare-and-set on the member's document,
 * which must name that record and ask for the same. These are the only changes of a member's
 * document that exist.
 *
 * @param kind what becomes of the member
 * @param free the document as it must be found
 * @param into the record that decides the member from then on, of {@link Kind#INTO}
 * @param owner the worker that takes the member to a record of its own
 * @param reason why the member is canceled, of {@link Kind#CANCELED}
 */
public record MemberTake(
    Kind kind,
    MemberDocument free,
    Optional<RecordId> into,
    Optional<Owner> owner,
    Optional<CancelReason> reason) {

  /** The three ways on. */
  public enum Kind {
    /** Another record decides the member; its document keeps the time at which it was inserted. */
    INTO,
    /** The member gets a record of its own, pending at epoch 1. */
    ALONE,
    /** The member never happens: a record of its own, canceled before anybody held for it. */
    CANCELED
  }

  /** The member goes on in another record of several. */
  public static MemberTake into(RecordId record, MemberDocument free) {
    return new MemberTake(Kind.INTO, free, Optional.of(record), Optional.empty(), Optional.empty());
  }

  /** The member goes on alone. */
  public static MemberTake alone(MemberDocument free, Owner owner) {
    return new MemberTake(Kind.ALONE, free, Optional.empty(), Optional.of(owner), Optional.empty());
  }

  /** The member is canceled. */
  public static MemberTake canceled(MemberDocument free, CancelReason reason, Owner owner) {
    return new MemberTake(
        Kind.CANCELED, free, Optional.empty(), Optional.of(owner), Optional.of(reason));
  }

  /** Names the member. */
  public TransactionId member() {
    return free.id();
  }

  /** Returns whether a document is as this take must find it. */
  public boolean finds(MemberDocument stored) {
    return stored.isSameAs(free);
  }

  /**
   * This take leaves under the member's id: a record of its own, or the member's document.
   *
   * @param stored as this take found it
   * @param at by the store's clock
   */
  public Either<TransactionRecord, MemberDocument> taken(MemberDocument stored, Instant at) {
    return switch (kind) {
      case INTO ->
          Either.right(new MemberDocument(into.orElseThrow(), free.body(), stored.createdAt()));
      case ALONE -> Either.left(NewRecord.alone(free.body(), owner.orElseThrow()).stored(at));
      case CANCELED -> Either.left(canceled(at));
    };
  }

  private TransactionRecord canceled(Instant at) {
    NewRecord submitted = NewRecord.submitted(free.body());
    return Transition.cancel(
            submitted.stored(at), reason.orElseThrow(), owner.orElseThrow(), List.of())
        .change(submitted.stored(at), at);
  }
}
