package io.twophase.adapter.inmemory;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Instant;

/** What is stored under an id: the ids of transactions, members and batches are of one space. */
sealed interface Entry {

  /** What decides something here, where that is decided: no tombstone, and no member. */
  default Option<RecordId> decided() {
    return Option.none();
  }

  /** The record, of a lone transaction. */
  default Option<Transaction> lone() {
    return Option.none();
  }

  /** The document, of a member. */
  default Option<MemberDocument> member() {
    return Option.none();
  }

  /** The record, of a batch. */
  default Option<BatchRecord> batch() {
    return Option.none();
  }

  /** A transaction with a record of its own. */
  record Lone(Transaction record) implements Entry {
    @Override
    public Option<RecordId> decided() {
      return Option.when(
          record.state().isDecided() && !record.body().isTombstone(),
          () -> new RecordId.OfTransaction(record.id()));
    }

    @Override
    public Option<Transaction> lone() {
      return Option.some(record);
    }
  }

  /**
   * A transfer that a batch decides.
   *
   * @param begunAt when the document was inserted
   */
  record Member(MemberDocument document, Instant begunAt) implements Entry {
    @Override
    public Option<MemberDocument> member() {
      return Option.some(document);
    }
  }

  /** The record of a batch. */
  record OfBatch(BatchRecord record) implements Entry {
    @Override
    public Option<RecordId> decided() {
      return Option.when(
          record.state().isDecided() && !record.isTombstone(),
          () -> new RecordId.OfBatch(record.id()));
    }

    @Override
    public Option<BatchRecord> batch() {
      return Option.some(record);
    }
  }

  /** What is left of a transaction whose record, or document, was removed. */
  record OfRemoved(Receipt receipt) implements Entry {}

  /** It was removed: its id is about to be free. */
  record Removed() implements Entry {}
}
