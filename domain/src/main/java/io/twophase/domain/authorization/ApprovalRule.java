package io.twophase.domain.authorization;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Given;
import java.util.HashSet;
import java.util.List;

/**
 * The approvals that an authorization needs before its capture: so many of those named.
 *
 * @param required how many, at least one and at most all
 * @param named who may; at most {@link #MAX_NAMED}, none twice, in the order in which they are
 *     shown
 */
public record ApprovalRule(int required, List<ApproverName> named) {

  /** The number of approvers that may be named. */
  public static final int MAX_NAMED = 100;

  /**
   * @throws IllegalArgumentException if more are required than named, or none is; if more than
   *     {@link #MAX_NAMED} are named, or one twice
   */
  public ApprovalRule {
    named = Given.list(named, "named");
    if (required < 1 || required > named.size()) {
      throw new IllegalArgumentException(required + " approvals of " + named.size() + " named");
    }
    if (named.size() > MAX_NAMED) {
      throw new IllegalArgumentException(named.size() + " approvers, at most " + MAX_NAMED);
    }
    if (new HashSet<>(named).size() < named.size()) {
      throw new IllegalArgumentException("an approver is named twice: " + named);
    }
  }
}
