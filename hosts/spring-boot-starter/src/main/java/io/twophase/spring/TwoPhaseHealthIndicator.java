package io.twophase.spring;

import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.spring.RecoveryLifecycle.RecoveryStatus;
import io.twophase.spring.TwoPhaseAutoConfiguration.About;
import io.twophase.spring.TwoPhaseEndpoint.StuckTransaction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of this process, by which a host is sent requests: the store answers in time, recovery
 * goes round, and nothing is stuck. Down if the store does not answer; out of service if it does,
 * and one of the others is not so. It is for readiness. A restart mends none of that, so it is not
 * for liveness.
 */
public final class TwoPhaseHealthIndicator extends AbstractHealthIndicator {

  /** More than these are not counted. */
  private static final int MOST_COUNTED = 100;

  private final Store store;
  private final Optional<RecoveryLifecycle> recovery;
  private final TwoPhaseProperties.Health limits;
  private final InstantSource clock;

  /**
   * The health of one store.
   *
   * @param recovery in this process, if there is one
   * @param limits what is too long
   * @param clock the one that dates the status of recovery
   */
  public TwoPhaseHealthIndicator(
      Store store,
      Optional<RecoveryLifecycle> recovery,
      TwoPhaseProperties.Health limits,
      InstantSource clock) {
    super("Twophase's store does not answer");
    this.store = store;
    this.recovery = recovery;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    builder.withDetail("version", About.version());
    Optional<RecoveryStatus> status = recovery.map(RecoveryLifecycle::status);
    status.ifPresent(known -> builder.withDetail("recovery", known));
    List<String> problems = new ArrayList<>();
    try {
      problems.addAll(store.callLimit().within(limits.timeout(), () -> stuck(builder)));
    } catch (StoreException fault) {
      builder.down().withDetail("problems", List.of(String.valueOf(fault.getMessage())));
      return;
    }
    recovery.map(this::problem).ifPresent(problems::add);
    if (problems.isEmpty()) {
      builder.up();
    } else {
      builder.outOfService().withDetail("problems", problems);
    }
  }

  /** Reads what is unfinished, shows how many there are, and names one that is stuck. */
  private List<String> stuck(Health.Builder builder) {
    // a login that may not ask for the server's version is served all the same
    StoreException.faultOf(() -> builder.withDetail("store", store.describe()))
        .ifPresent(fault -> builder.withDetail("store", fault));
    int unfinished = StuckTransaction.read(store, Duration.ZERO, MOST_COUNTED).size();
    builder.withDetail(
        "unfinished", unfinished < MOST_COUNTED ? unfinished : MOST_COUNTED + " or more");
    return StuckTransaction.read(store, limits.stuckAfter(), 1).stream()
        .limit(1)
        .map(stuck -> "unfinished, and unchanged for " + limits.stuckAfter() + ": " + stuck.id())
        .toList();
  }

  private @Nullable String problem(RecoveryLifecycle lifecycle) {
    RecoveryStatus status = lifecycle.status();
    Instant since = status.completedAt() != null ? status.completedAt() : status.startedAt();
    if (!status.running() || since == null) {
      return "recovery is not running";
    }
    // during the pause no pass is due
    Duration most = lifecycle.interval.plus(limits.silentAfter());
    if (Duration.between(since, clock.instant()).compareTo(most) <= 0) {
      return null;
    }
    String why = status.fault() == null ? "" : ": " + status.fault();
    return "no pass of recovery has come to its end since " + since + why;
  }
}
