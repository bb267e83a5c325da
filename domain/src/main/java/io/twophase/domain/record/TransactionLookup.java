package io.twophase.domain.record;

import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionLookup.Absent;
import io.twophase.domain.record.TransactionLookup.Found;
import io.twophase.domain.record.TransactionLookup.Removed;
import io.twophase.domain.record.TransactionLookup.Unreadable;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The result of reading a transaction's record. */
public sealed interface TransactionLookup extends Cases.Of4<Found, Absent, Unreadable, Removed> {

  /** The transaction that a store showed: of a member of a record of several, its view. */
  static TransactionLookup of(Lookup seen) {
    return switch (seen.kind()) {
      case FOUND ->
          new Found(
              seen.transaction().orElseThrow(),
              seen.unmodifiedFor(),
              seen.member().map(MemberDocument::record));
      case ABSENT -> new Absent(new TransactionId(seen.id()));
      case REMOVED -> new Removed(seen.receipt().orElseThrow());
      case UNREADABLE -> new Unreadable(seen.id(), seen.fault().orElseThrow());
    };
  }

  /** Returns whether there is a record that can be read. */
  default boolean isFound() {
    return this instanceof Found;
  }

  /**
   * Returns the transaction.
   *
   * @throws NotDoneException if there is no record, or none that can be read or is left; it has
   *     this lookup
   */
  default Transaction orElseThrow() {
    return fold(
        Found::record,
        absent -> NotDoneException.raise(this, "there is no transaction " + absent.id()),
        unreadable ->
            NotDoneException.raise(
                this, "transaction " + unreadable.id() + " cannot be read: " + unreadable.fault()),
        removed ->
            NotDoneException.raise(
                this, "the record of transaction " + removed.receipt().id() + " is removed"));
  }

  /**
   * The record. For a transfer that a batch decides it is a view: the state is read from the batch,
   * and is one that transactions have. Nobody takes such a one over, settles or cancels it by
   * itself; whoever would work on it goes by its {@code batch}.
   *
   * @param record as it was read, whole
   * @param unmodifiedFor how long ago it last changed, by the store's clock
   * @param batch the batch that decides it; none if it has a record of its own
   */
  record Found(Transaction record, Duration unmodifiedFor, Optional<RecordId> batch)
      implements TransactionLookup {

    /** When it was read, by the store's clock. */
    public Instant readAt() {
      return record.lastModified().plus(unmodifiedFor);
    }
  }

  /** There is no record of this id. */
  record Absent(TransactionId id) implements TransactionLookup {}

  /**
   * There is something that is not a record this version can read; it is left alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements TransactionLookup {}

  /**
   * It was finished, and retention has removed its record. Its id stays taken: the receipt answers
   * whoever asks for the same again. Only who asks for the id is shown this; no list has it.
   */
  record Removed(Receipt receipt) implements TransactionLookup {}
}
