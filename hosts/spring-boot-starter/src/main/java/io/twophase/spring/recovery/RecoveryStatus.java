package io.twophase.spring.recovery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of recovery in this process, by this process's clock.
 *
 * @param running whether it is started, and not stopped
 * @param startedAt when it was last started; null if it never was
 * @param completedAt when its last pass came to its end; null if none has since it was started
 * @param fault why the last pass failed, in one line; null if it did not
 */
public record RecoveryStatus(
    boolean running,
    @Nullable Instant startedAt,
    @Nullable Instant completedAt,
    @Nullable String fault) {

  static final RecoveryStatus NOT_STARTED = new RecoveryStatus(false, null, null, null);

  static RecoveryStatus started(Instant at) {
    return new RecoveryStatus(true, at, null, null);
  }

  RecoveryStatus completed(Instant at) {
    return new RecoveryStatus(running, startedAt, at, null);
  }

  RecoveryStatus failed(String why) {
    return new RecoveryStatus(running, startedAt, completedAt, why);
  }

  RecoveryStatus stopped() {
    return new RecoveryStatus(false, startedAt, completedAt, fault);
  }
}
