package io.twophase.domain.event;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import java.util.function.Function;

/** Names a record that decides something: of a lone transaction, or of a batch. */
public sealed interface RecordId {

  /** What the function for this kind says. */
  <T> T fold(
      Function<? super TransactionId, ? extends T> transaction,
      Function<? super BatchId, ? extends T> batch);

  /** The id as text. The ids of both kinds are of one space. */
  default String value() {
    return fold(TransactionId::value, BatchId::value);
  }

  /** The record of a lone transaction. */
  record OfTransaction(TransactionId id) implements RecordId {
    @Override
    public <T> T fold(
        Function<? super TransactionId, ? extends T> transaction,
        Function<? super BatchId, ? extends T> batch) {
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
        Function<? super BatchId, ? extends T> batch) {
      return batch.apply(id);
    }

    @Override
    public String toString() {
      return value();
    }
  }
}
