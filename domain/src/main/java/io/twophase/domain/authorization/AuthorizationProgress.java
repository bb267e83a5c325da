package io.twophase.domain.authorization;

import io.twophase.domain.ApproverName;
import java.util.List;

/**
 * The facts that a record has of an authorization besides its state; and, of a transaction that
 * takes as much as there is, the amount.
 *
 * @param approvals who has approved it, in the order in which they did; none twice
 * @param captured what its capture moves, once it is captured, or its decision
 */
public record AuthorizationProgress(List<ApproverName> approvals, Captured captured) {

  /**
   * The progress of a transaction that is no authorization, or of one that nothing has happened to.
   */
  public static final AuthorizationProgress NONE =
      new AuthorizationProgress(List.of(), Captured.IN_FULL);

  /** The approvals do not change. */
  public AuthorizationProgress {
    approvals = List.copyOf(approvals);
  }
}
