package io.twophase.adapter.inmemory;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Receipt;
import java.util.Optional;

/** The document under one id: one of the three is there. */
record Kept(
    Optional<TransactionRecord> record,
    Optional<MemberDocument> member,
    Optional<Receipt> receipt) {

  static Kept of(TransactionRecord record) {
    return new Kept(Optional.of(record), Optional.empty(), Optional.empty());
  }

  static Kept of(MemberDocument member) {
    return new Kept(Optional.empty(), Optional.of(member), Optional.empty());
  }

  static Kept of(Receipt receipt) {
    return new Kept(Optional.empty(), Optional.empty(), Optional.of(receipt));
  }

  /** The record, if it is decided and no tombstone. */
  Optional<RecordId> decided() {
    return record
        .filter(there -> there.state().isDecided() && !there.isTombstone())
        .map(TransactionRecord::id);
  }

  /** Returns whether the document is a member, or the record of one transaction. */
  boolean isTransaction() {
    return member.isPresent() || record.filter(there -> !there.id().isOfMany()).isPresent();
  }
}
