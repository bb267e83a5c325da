package io.twophase.domain.transaction;

import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.Changes.ImpossibleChange;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * A document takes no hold for an operation, which cancels the transaction.
 *
 * <p>Then: ask under a new id when the reason is gone.
 */
public sealed interface DocumentRefusal extends CancelReason {

  /** The document that refused. */
  DocumentRef document();

  /** Returns the kind; for a period's document, that of the period's refusal. */
  @Override
  default String kind() {
    return PeriodRefusal.of(this).map(Reason::kind).orElseGet(CancelReason.super::kind);
  }

  /** Returns the message; for a period's document, that of the period's refusal. */
  @Override
  default String message() {
    return PeriodRefusal.of(this).map(Reason::message).orElseGet(CancelReason.super::message);
  }

  /** Returns the refusal in words; for a period's document, the period's refusal. */
  @Override
  default CancelReason said() {
    return PeriodRefusal.of(this).<CancelReason>map(ofPeriod -> ofPeriod).orElse(this);
  }

  /** There is no such document. */
  @Line("there is no document %s")
  record NoSuchDocument(DocumentRef document) implements DocumentRefusal {}

  /** A document that was to be inserted, or not to be there, is there. */
  @Line("there is a document %s already")
  record DocumentExists(DocumentRef document) implements DocumentRefusal {}

  /**
   * A field is not as a guard asks; the message names both.
   *
   * <p>Then: read again, and ask under a new id.
   *
   * @param document the document
   * @param field the field's path
   * @param expected what the guard asks of it, in words that follow the field's name
   * @param found what it is, or what is in the way to it, in words
   */
  @Line("document %s: expected that %s %s, found %s")
  record GuardFailed(DocumentRef document, String field, String expected, String found)
      implements DocumentRefusal {
    /**
     * Returns the refusal of a document of these fields, of which one of the guards does not hold.
     */
    public static Optional<DocumentRefusal> of(
        DocumentRef document, List<Guard> guards, Fields fields) {
      return guards.stream()
          .filter(guard -> !guard.holds(fields))
          .findFirst()
          .map(
              guard ->
                  new GuardFailed(
                      document, guard.failing(fields), guard.expected(), guard.found(fields)));
    }
  }

  /**
   * A field cannot be changed as asked: another type, an overflow, a field that transactions add
   * to, or a field of a unique index.
   *
   * <p>Then: correct the request or the document.
   *
   * @param document the document
   * @param field the path of the field that is in the way: the one to be changed, or one that leads
   *     to it
   * @param expected what it would have to be, in words
   * @param found what it is, in words
   */
  @Line("document %s: expected %s to be %s, found %s")
  record ChangeImpossible(DocumentRef document, String field, String expected, String found)
      implements DocumentRefusal {
    /** A change that a document does not take. */
    public static ChangeImpossible of(DocumentRef document, ImpossibleChange change) {
      return new ChangeImpossible(
          document,
          change.path().toString(),
          change.expected(),
          change.found().map(Value::words).orElse(Guard.NO_FIELD));
    }
  }

  /**
   * The document would come too near to 16 MB.
   *
   * <p>Then: keep less in the document.
   *
   * @param document the document
   * @param bytes how large it would be, at most, in BSON
   * @param limit how large it may be
   */
  @Line("document %s would have %s bytes, at most %s")
  record DocumentTooLarge(DocumentRef document, long bytes, long limit) implements DocumentRefusal {

    /** The refusal of a document of these fields, if it would be too large. */
    public static Optional<DocumentRefusal> of(DocumentRef document, Fields fields) {
      long bytes = fields.bsonSize() + document.id().bsonSize();
      long limit = SizeLimit.MOST_BYTES;
      return bytes > limit
          ? Optional.of(new DocumentTooLarge(document, bytes, limit))
          : Optional.empty();
    }
  }

  /**
   * The bounds of a field leave too little to add or to take.
   *
   * @param document the document
   * @param field the field
   * @param left how much may still be added, or taken
   * @param asked how much was to be: above zero to add, below to take
   */
  record BoundReached(DocumentRef document, String field, long left, long asked)
      implements DocumentRefusal {
    @Override
    public String message() {
      String change = asked > 0 ? "added to" : "taken from";
      return "document %s: expected that %s can be %s %s, found %s"
          .formatted(document, Math.abs(asked), change, field, left);
    }
  }

  /**
   * A field to add to is no whole number within the bounds asked for, or has other bounds.
   *
   * <p>Then: correct the request.
   *
   * @param document the document
   * @param field the field
   * @param expected what it would have to be, in words
   * @param found what it is, in words
   */
  @Line("document %s: expected %s to be %s, found %s")
  record NotAddable(DocumentRef document, String field, String expected, String found)
      implements DocumentRefusal {}

  /**
   * This version cannot read the fields of the protocol in the document.
   *
   * <p>Then: correct the document.
   *
   * @param document the document
   * @param fault what is wrong with it
   */
  @Line("document %s cannot be read: %s")
  record DocumentCorrupt(DocumentRef document, String fault) implements DocumentRefusal {}

  /**
   * Another document has the value of a unique index.
   *
   * <p>Then: ask under a new id, with another value.
   *
   * @param document the document that was to be inserted
   * @param index the index's name
   * @param fields the fields that the index is of, in words
   */
  @Line(
      "document %1$s: expected that no other document has its %3$s, found one by the unique index"
          + " %2$s")
  record ValueTaken(DocumentRef document, String index, String fields) implements DocumentRefusal {}

  /**
   * No document of the collection may take part: a settle could fail, a guard could be wrong, or
   * the store may not write there; the message says which.
   *
   * <p>Then: read docs/OPERATIONS.md#collections-of-hosts.
   *
   * @param document the document
   * @param what of the collection is unsafe, in words that follow its name
   */
  record UnsafeCollection(DocumentRef document, String what) implements DocumentRefusal {
    @Override
    public String message() {
      return "document %s cannot take part: the collection %s %s"
          .formatted(document, document.collection(), what);
    }
  }

  /**
   * Other transactions held the document for the whole of the patience.
   *
   * <p>Then: ask under a new id.
   *
   * @param document the document
   * @param holder one of them
   */
  @Line("document %s is held by transaction %s")
  record DocumentBusy(DocumentRef document, TransactionId holder) implements DocumentRefusal {}

  /**
   * An earlier transaction with this id, whose record has expired, has another hold on the
   * document.
   *
   * <p>Then: scrub, and ask under another id.
   *
   * @param document the document
   * @param transaction the id
   */
  @Line("document %s has a hold of another transaction that had the id %s")
  record ForeignDocumentHold(DocumentRef document, TransactionId transaction)
      implements DocumentRefusal {}
}
