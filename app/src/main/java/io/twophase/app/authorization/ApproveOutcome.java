package io.twophase.app.authorization;

import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import java.util.List;
import java.util.function.Function;

/** What became of an approval. */
public sealed interface ApproveOutcome {

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Approved, ? extends T> approved,
      Function<? super Refused, ? extends T> refused,
      Function<? super Unknown, ? extends T> unknown);

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

    @Override
    public <T> T fold(
        Function<? super Approved, ? extends T> approved,
        Function<? super Refused, ? extends T> refused,
        Function<? super Unknown, ? extends T> unknown) {
      return approved.apply(this);
    }
  }

  /** It is not approved so. Nothing was changed by this request. */
  record Refused(TransactionId id, DecisionRefusal refusal) implements ApproveOutcome {
    @Override
    public <T> T fold(
        Function<? super Approved, ? extends T> approved,
        Function<? super Refused, ? extends T> refused,
        Function<? super Unknown, ? extends T> unknown) {
      return refused.apply(this);
    }
  }

  /** Not known. Asking again resolves it. */
  record Unknown(TransactionId id, String why) implements ApproveOutcome {
    @Override
    public <T> T fold(
        Function<? super Approved, ? extends T> approved,
        Function<? super Refused, ? extends T> refused,
        Function<? super Unknown, ? extends T> unknown) {
      return unknown.apply(this);
    }
  }
}
