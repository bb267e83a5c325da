package io.twophase.domain.authorization;

import io.twophase.domain.id.ApproverName;
import java.util.ArrayList;
import java.util.List;

/**
 * What a record says of an authorization beside its state; and of a transaction that takes as much
 * as there is, how much that was.
 *
 * @param approvals who has approved it, in the order in which they did; none twice
 * @param captured what its capture moves, once it is captured, or its decision
 */
public record AuthorizationProgress(List<ApproverName> approvals, Captured captured) {

  /** Of a transaction that is no authorization, or of one that nothing has happened to. */
  public static final AuthorizationProgress NONE =
      new AuthorizationProgress(List.of(), Captured.IN_FULL);

  /** The approvals do not change. */
  public AuthorizationProgress {
    approvals = List.copyOf(approvals);
  }

  /** The same, approved by one more; the same as it is, if that one has approved. */
  public AuthorizationProgress approvedBy(ApproverName approver) {
    if (approvals.contains(approver)) {
      return this;
    }
    List<ApproverName> more = new ArrayList<>(approvals);
    more.add(approver);
    return new AuthorizationProgress(more, captured);
  }

  /** The same, of which that is captured. */
  public AuthorizationProgress capturing(Captured amounts) {
    return new AuthorizationProgress(approvals, amounts);
  }
}
