package io.twophase.domain.hold;

import io.twophase.domain.InvalidId;
import io.twophase.domain.TransactionId;
import io.vavr.control.Either;
import org.jspecify.annotations.Nullable;

/** Names a record: as its transaction, if it decides one alone; else as its batch. */
public final class RecordId implements Comparable<RecordId> {

  private static final String BATCH = "batch id";

  private final TransactionId transaction;
  private final String text;
  private final boolean isOfMany;

  /**
   * The id of that text.
   *
   * @param value the text of a {@link TransactionId}, or of a batch's id: {@link
   *     TransactionId#BATCH_PREFIX} and more
   * @throws IllegalArgumentException if it is the text of neither
   */
  public RecordId(String value) {
    this(new TransactionId(value));
  }

  private RecordId(TransactionId transaction) {
    this.transaction = transaction;
    this.text = transaction.value();
    this.isOfMany = transaction.isReserved();
    if (text.equals(TransactionId.BATCH_PREFIX)) {
      throw new IllegalArgumentException(noBatch(text).message());
    }
  }

  private static InvalidId noBatch(String text) {
    return new InvalidId(BATCH, text, "is not " + TransactionId.BATCH_PREFIX + " and a name");
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, RecordId> parse(String text) {
    return text.equals(TransactionId.BATCH_PREFIX)
        ? Either.left(noBatch(text))
        : TransactionId.parse(text).map(RecordId::of);
  }

  /** For values from outside that name a batch: the id, or why the text is none. */
  public static Either<InvalidId, RecordId> parseBatch(String text) {
    return parse(text)
        .mapLeft(fault -> new InvalidId(BATCH, text, fault.why()))
        .filterOrElse(RecordId::isOfMany, id -> noBatch(text));
  }

  /**
   * The record of one transaction alone.
   *
   * @throws IllegalArgumentException if the id begins as those of batches do, and is none
   */
  public static RecordId of(TransactionId only) {
    return new RecordId(only);
  }

  /** The text. */
  public String value() {
    return text;
  }

  /** Returns whether the record decides several members. */
  public boolean isOfMany() {
    return isOfMany;
  }

  /**
   * The id as that of a transaction: of the one that it decides, or a batch's name in its place.
   */
  public TransactionId transaction() {
    return transaction;
  }

  /** Ids are ordered by Unicode code point, as a server sorts strings bytewise. */
  @Override
  public int compareTo(RecordId other) {
    return transaction.compareTo(other.transaction);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RecordId that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
