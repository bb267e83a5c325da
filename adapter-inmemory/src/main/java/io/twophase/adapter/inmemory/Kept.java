package io.twophase.adapter.inmemory;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Option;

/** The document under one id: one of the three is there. */
record Kept(
    Option<TransactionRecord> record, Option<MemberDocument> member, Option<Receipt> receipt) {

  static Kept of(TransactionRecord record) {
    return new Kept(Option.some(record), Option.none(), Option.none());
  }

  static Kept of(MemberDocument member) {
    return new Kept(Option.none(), Option.some(member), Option.none());
  }

  static Kept of(Receipt receipt) {
    return new Kept(Option.none(), Option.none(), Option.some(receipt));
  }

  /** The record, if it is decided and no tombstone. */
  Option<RecordId> decided() {
    return record
        .filter(there -> there.state().isDecided() && !there.isTombstone())
        .map(TransactionRecord::id);
  }

  /** Whether the document is a member, or the record of one transaction. */
  boolean isTransaction() {
    return member.isDefined() || record.exists(there -> !there.id().isOfMany());
  }
}
