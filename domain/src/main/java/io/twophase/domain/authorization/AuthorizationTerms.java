package io.twophase.domain.authorization;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The terms that make a transaction an authorization: it is held, and then waits for its capture.
 * Part of what is asked for: the same id with other terms is another transaction.
 *
 * @param lifetime how long after it was begun it expires, in whole milliseconds; above zero and at
 *     most {@link #MAX_LIFETIME}
 * @param approvals who has to approve it before it can be captured; none if nobody has to
 */
public record AuthorizationTerms(Duration lifetime, Optional<ApprovalRule> approvals) {

  /** A hundred years. */
  public static final Duration MAX_LIFETIME = Duration.ofDays(36_525);

  /**
   * @throws IllegalArgumentException if the lifetime is not above zero, is longer than {@link
   *     #MAX_LIFETIME}, or is not in whole milliseconds
   */
  public AuthorizationTerms {
    Objects.requireNonNull(approvals, "approvals");
    Objects.requireNonNull(lifetime, "lifetime");
    if (lifetime.isNegative()
        || lifetime.isZero()
        || lifetime.compareTo(MAX_LIFETIME) > 0
        || !Duration.ofMillis(lifetime.toMillis()).equals(lifetime)) {
      throw new IllegalArgumentException(
          "lifetime %s: it is above zero, in whole milliseconds, and at most %s"
              .formatted(lifetime, MAX_LIFETIME));
    }
  }

  /** Those of an authorization that nobody has to approve. */
  public AuthorizationTerms(Duration lifetime) {
    this(lifetime, Optional.empty());
  }

  /** Returns how many approvals it needs. */
  public int requiredApprovals() {
    return approvals.map(ApprovalRule::required).orElse(0);
  }

  /** When an authorization expires that was begun at {@code createdAt}. */
  public Instant expiresAt(Instant createdAt) {
    return createdAt.plus(lifetime);
  }
}
