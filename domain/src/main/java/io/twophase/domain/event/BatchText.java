package io.twophase.domain.event;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionRecord;
import java.time.Instant;
import java.util.Optional;

/**
 * The leaf of a batch's record is the digest of this text. Each member has a leaf of its own, in a
 * tree of their own, whose root is part of this text.
 *
 * @param number of the record
 * @param id the batch
 * @param decidedAt when it was decided, where that is known
 * @param members how many it lists
 */
public record BatchText(long number, RecordId id, Optional<Instant> decidedAt, int members) {

  /** Returns the text of a record that is decided. */
  public static BatchText of(long number, TransactionRecord record) {
    return new BatchText(
        number, record.id(), record.timeline().decidedAt(), record.members().size());
  }

  /** The content of the leaf. */
  public String with(Digest rootOfMembers) {
    return new Lines()
        .with("twophase-batch", RecordText.FORM)
        .with("number", number)
        .with("batch", id.value())
        .at("decided", decidedAt)
        .with("members", members)
        .with("root", rootOfMembers.toString())
        .toString();
  }
}
