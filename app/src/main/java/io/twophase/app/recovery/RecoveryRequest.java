package io.twophase.app.recovery;

import io.twophase.domain.ApplicationName;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A choice of the transactions that recovery finishes, and of its policy.
 *
 * @param olderThan how long a transaction must not have changed, by the store's clock, to be taken
 *     over whoever owns it: where its owner is alive, or none is named, or it is a row of an import
 *     in file order. What is known to be left by a dead process is taken over before that. A wrong
 *     guess costs time, never money
 * @param application only transactions whose last owner was this application
 * @param policy what to do with undecided ones
 */
public record RecoveryRequest(
    Duration olderThan, Optional<ApplicationName> application, Policy policy) {

  /** All of it is said. */
  public RecoveryRequest {
    Objects.requireNonNull(olderThan, "olderThan");
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(policy, "policy");
  }

  /** The treatment of a transaction that is stuck before its decision. */
  public enum Policy {
    /** Goes on with it. */
    RESUME,
    /** Cancels it. */
    CANCEL
  }

  /** All that is stuck, whoever owned it; what is undecided goes on. */
  public static RecoveryRequest olderThan(Duration duration) {
    return new RecoveryRequest(duration, Optional.empty(), Policy.RESUME);
  }

  /**
   * Returns a request for what an application left when it ended, at once: for its start-up, before
   * it begins anything, where no other process works in its name.
   */
  public static RecoveryRequest leftBy(ApplicationName application) {
    return new RecoveryRequest(
        Duration.ZERO,
        Optional.of(Objects.requireNonNull(application, "application")),
        Policy.RESUME);
  }
}
