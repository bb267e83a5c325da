package io.twophase.domain.event;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import java.util.function.Function;

/** Names a record that decides something: of a lone transaction, or of a batch. */
public sealed interface RecordId {

  /** What the function for this kind says. */
  <T> T fold(
      Function<? super TransactionId, ? extends T> transaction,
      Function<? super BatchId, ? extends T> batch,
      Function<? super Unreadable, ? extends T> unreadable);

  /** The id as text, empty if it cannot be read. The ids of both kinds are of one space. */
  default String value() {
    return fold(TransactionId::value, BatchId::value, unreadable -> "");
  }

  /** The record of a lone transaction. */
  record OfTransaction(TransactionId id) implements RecordId {
    @Override
    public <T> T fold(
        Function<? super TransactionId, ? extends T> transaction,
        Function<? super BatchId, ? extends T> batch,
        Function<? super Unreadable, ? extends T> unreadable) {
      return transaction.apply(id);
    }

    @Override
    public String toString() {
      return value();
    }
  }

  /** The record of a batch, which decides its members. */
  record OfBatch(BatchId id) implements RecordId {
    @Override
    public <T> T fold(
        Function<? super TransactionId, ? extends T> transaction,
        Function<? super BatchId, ? extends T> batch,
        Function<? super Unreadable, ? extends T> unreadable) {
      return batch.apply(id);
    }

    @Override
    public String toString() {
      return value();
    }
  }

  /**
   * What has a number cannot be read from the number's document.
   *
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String fault) implements RecordId {
    @Override
    public <T> T fold(
        Function<? super TransactionId, ? extends T> transaction,
        Function<? super BatchId, ? extends T> batch,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }
  }
}
