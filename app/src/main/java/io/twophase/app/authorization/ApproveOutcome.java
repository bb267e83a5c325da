package io.twophase.app.authorization;

import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import java.util.List;
import java.util.function.Function;

/** The outcome of an approval. */
public sealed interface ApproveOutcome {

  /** What the function for this outcome says. */
  default <T> T fold(
      Function<? super Approved, ? extends T> approved,
      Function<? super Refused, ? extends T> refused,
      Function<? super Unknown, ? extends T> unknown) {
    if (this instanceof Approved outcome) {
      return approved.apply(outcome);
    }
    if (this instanceof Refused outcome) {
      return refused.apply(outcome);
    }
    return unknown.apply((Unknown) this);
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
