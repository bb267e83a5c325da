package io.twophase.domain.record;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.id.*;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.Set;

/**
 * A compare-and-set of a record: the states and the epoch it must have, what it must name, and what
 * it becomes. One shape, seven kinds.
 */
public record Transition(
    Kind kind,
    RecordId record,
    Epoch epoch,
    Option<TransactionRecord.Owner> owner,
    Option<Verdict> verdict,
    LinkedHashMap<TransactionId, CancelReason> excluded,
    Option<ApproverName> approver,
    int approvals) {
  public enum Kind {
    /** initial or pending, e -> pending, e + 1: a claim or a take-over. */
    ACQUIRE(State.INITIAL, State.PENDING),
    AUTHORIZE(State.PENDING),
    APPROVE(State.AUTHORIZED),
    EXCLUDE(State.PENDING),
    /**
     * -> applied with what happens, or canceling (canceled, of an initial one) where nothing does.
     */
    DECIDE(State.INITIAL, State.PENDING, State.AUTHORIZED),
    /** applied -> done, canceling -> canceled. */
    FINISH(State.APPLIED, State.CANCELING),
    /** leavesOut is taken away. */
    FORGET(State.DONE, State.CANCELED);
    private final Set<State> from;

    Kind(State... from) {
      this.from = Set.of(from);
    }

    public Set<State> from() {
      return from;
    }
  }
}
