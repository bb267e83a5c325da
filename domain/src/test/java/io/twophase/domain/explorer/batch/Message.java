package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.transaction.Transaction;

/** One guarded write of one document, on its way to the store; or a read of an account. */
sealed interface Message {

  /** Messages that may come late, and then land on one server only. */
  enum Soft {
    RECORD,
    MEMBER,
    DECISION;

    boolean is(Message message) {
      return switch (this) {
        case RECORD -> message instanceof InsertRecord;
        case MEMBER -> message instanceof InsertMember;
        case DECISION ->
            message instanceof Change change
                && change.transition() instanceof BatchTransition.Decide;
      };
    }
  }

  /** A write of a batch's record. */
  sealed interface OfRecord extends Message {
    BatchId batch();
  }

  /** A write of a transfer's document. */
  sealed interface OfTransfer extends Message {
    TransactionId transfer();
  }

  /** Inserts the record. */
  record InsertRecord(BatchRecord first) implements OfRecord {
    @Override
    public BatchId batch() {
      return first.id();
    }
  }

  /** Inserts a tombstone. */
  record Bury(BatchId batch) implements OfRecord {}

  /** Changes the record. */
  record Change(BatchTransition transition) implements OfRecord {
    @Override
    public BatchId batch() {
      return transition.batch();
    }
  }

  /** Inserts a member. */
  record InsertMember(MemberDocument document) implements OfTransfer {
    @Override
    public TransactionId transfer() {
      return document.id();
    }
  }

  /** Makes a member one of another batch. */
  record TakeMember(MemberDocument free, BatchId into) implements OfTransfer {
    @Override
    public TransactionId transfer() {
      return free.id();
    }
  }

  /** Makes a member a lone transaction. */
  record TakeAlone(MemberDocument free, Transaction record) implements OfTransfer {
    @Override
    public TransactionId transfer() {
      return free.id();
    }
  }

  /** What a lone transaction's worker writes of its record. */
  record LoneRecord(TransactionId transfer, io.twophase.domain.explorer.model.Message message)
      implements OfTransfer {}

  /** What a lone transaction's worker writes of an account. */
  record LoneLeg(io.twophase.domain.explorer.model.Message.OnAccount message) implements Message {}

  /** What a batch's worker asks of an account. */
  record OnRange(BatchId batch, RangeRequest request) implements Message {}
}
