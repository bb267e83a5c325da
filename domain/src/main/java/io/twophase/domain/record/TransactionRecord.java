package io.twophase.domain.record;

import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.id.*;
import io.twophase.domain.transaction.*;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;

/**
 * One decision for 1..N members. @param only the body, where there is one member: it lies in the
 * record
 */
public record TransactionRecord(
    RecordId id,
    List<TransactionId> members,
    Option<NewTransaction> only,
    boolean inOrder,
    State state,
    Epoch epoch,
    Option<Owner> owner,
    LinkedHashMap<TransactionId, CancelReason> excluded,
    Verdict verdict,
    boolean leavesOut,
    AuthorizationProgress progress,
    Instant createdAt,
    Instant lastModified,
    Timeline timeline) {
  public record Owner(ApplicationName application, Option<OwnerId> process, Token token) {}

  public boolean isTombstone() {
    return members.isEmpty();
  }

  public boolean frees(TransactionId member) {
    return state.isFinal()
        && (!members.contains(member) || verdict.of(member).kind() == Fate.Kind.LEFT);
  }
}
