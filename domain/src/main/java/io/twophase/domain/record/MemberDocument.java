package io.twophase.domain.record;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.NewTransaction;
import java.time.Instant;

/**
 * The document of a member of a record of several. It is written once and has no state: the record
 * that it names has one. Only the name of the record ever changes, by a {@link MemberTake}, or the
 * whole becomes a record of its own.
 *
 * @param record decides the member
 * @param body what was asked for
 * @param createdAt when the document was inserted, by the store's clock
 */
public record MemberDocument(RecordId record, NewTransaction body, Instant createdAt) {

  /** Names the member. */
  public TransactionId id() {
    return body.id();
  }

  /** Returns whether {@code other} names the same record and asks for the same. */
  public boolean isSameAs(MemberDocument other) {
    return record.equals(other.record) && body.asksTheSameAs(other.body);
  }
}
