package io.twophase.domain.record;

import io.twophase.domain.Eithers;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Either;
import java.util.Optional;

/**
 * A removal by retention: a compare-and-set on one document.
 *
 * @param going the record, which must have ended at the time that it says, or the member's
 *     document, which must name the same record and ask for the same
 * @param receipt is put in its place, so that the id is taken all the time; none if the id is free
 *     then, as that of a record of several always is
 */
public record Removal(Either<TransactionRecord, MemberDocument> going, Optional<Receipt> receipt) {

  /** The id of what goes, as text. */
  public String id() {
    return going.fold(record -> record.id().value(), member -> member.id().value());
  }

  /** Returns whether a stored record is as this removal must find it. */
  public boolean finds(TransactionRecord stored) {
    return Eithers.right(going.swap()).filter(record -> isSameEnd(record, stored)).isPresent();
  }

  private static boolean isSameEnd(TransactionRecord record, TransactionRecord stored) {
    return stored.endedAt().isPresent() && stored.endedAt().equals(record.endedAt());
  }

  /** Returns whether a stored member's document is as this removal must find it. */
  public boolean finds(MemberDocument stored) {
    return Eithers.right(going).filter(stored::isSameAs).isPresent();
  }
}
