package io.twophase.domain.record;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.List;

public record NewRecord(
    RecordId id,
    List<NewTransaction> members,
    boolean inOrder,
    Option<TransactionRecord.Owner> owner) {
  public boolean isTombstone() {
    return members.isEmpty();
  }
}
