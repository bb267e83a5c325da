package io.twophase.domain.outcome;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;

/** What was seen where a transaction record was looked for. */
public sealed interface TransactionLookup {

  /**
   * The record.
   *
   * @param record as it was read, whole
   * @param unmodifiedFor how long ago it last changed, by the store's clock
   */
  record Found(Transaction record, Duration unmodifiedFor) implements TransactionLookup {}

  /** There is no record of this id. */
  record Absent(TransactionId id) implements TransactionLookup {}

  /**
   * There is something that is not a record this version can read; it is left alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements TransactionLookup {}
}
