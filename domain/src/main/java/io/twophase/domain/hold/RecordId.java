package io.twophase.domain.hold;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.InvalidId;
import io.twophase.domain.id.TransactionId;
import io.vavr.control.Either;

/**
 * Names a record: as its transaction, if it decides one alone; else as its batch.
 *
 * @param value the text of a {@link TransactionId} or of a {@link BatchId}
 */
public record RecordId(String value) implements Comparable<RecordId> {

  /**
   * @throws IllegalArgumentException if it is the text of neither
   */
  public RecordId {
    if (BatchId.isReserved(value)) {
      new BatchId(value);
    } else {
      new TransactionId(value);
    }
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, RecordId> parse(String text) {
    return BatchId.isReserved(text)
        ? BatchId.parse(text).map(batch -> new RecordId(batch.value()))
        : TransactionId.parse(text).map(RecordId::of);
  }

  /** The record of one transaction alone. */
  public static RecordId of(TransactionId only) {
    return new RecordId(only.value());
  }

  /** Whether the record decides several members. */
  public boolean isOfMany() {
    return BatchId.isReserved(value);
  }

  /**
   * The id as that of a transaction: of the one that it decides, or a batch's name in its place.
   */
  public TransactionId transaction() {
    return new TransactionId(value);
  }

  /** Ids are ordered by Unicode code point, as a server sorts strings bytewise. */
  @Override
  public int compareTo(RecordId other) {
    return transaction().compareTo(other.transaction());
  }

  @Override
  public String toString() {
    return value;
  }
}
