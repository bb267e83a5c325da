package io.twophase.app.authorization;

import io.twophase.app.authorization.ApproveOutcome.Approved;
import io.twophase.app.authorization.ApproveOutcome.Refused;
import io.twophase.app.authorization.ApproveOutcome.Unknown;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import java.util.List;

/** The outcome of an approval. */
public sealed interface ApproveOutcome extends Cases.Of3<Approved, Refused, Unknown> {

  /** Returns whether the approval is noted; the authorization may need more of them. */
  default boolean isApproved() {
    return this instanceof Approved;
  }

  /**
   * Returns the outcome if the approval is noted.
   *
   * @throws NotDoneException if it is refused, or not known; it has this outcome
   */
  default Approved orElseThrow() {
    return fold(
        approved -> approved,
        refused ->
            NotDoneException.raise(
                this, "authorization " + refused.id() + " is not approved", refused.reason()),
        unknown ->
            NotDoneException.uncertain(this, "authorization " + unknown.id(), unknown.why()));
  }

  /**
   * It is noted, by this request or before.
   *
   * @param id the authorization
   * @param approvals who has approved it by now, in the order in which they did
   * @param required how many have to, before it can be captured
   */
  record Approved(TransactionId id, List<ApproverName> approvals, int required)
      implements ApproveOutcome {
    /** The lists do not change. */
    public Approved {
      approvals = List.copyOf(approvals);
    }
  }

  /** It is not approved so. Nothing was changed by this request. */
  record Refused(TransactionId id, AuthorizationRefusal reason) implements ApproveOutcome {}

  /** Not known. Asking again resolves it. */
  record Unknown(TransactionId id, String why) implements ApproveOutcome {}
}
