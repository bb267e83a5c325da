package io.twophase.micrometer;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.twophase.ports.CallerContext;

/** The contexts of callers' threads, by Micrometer's context propagation. */
public final class CallerContexts {

  private CallerContexts() {}

  /**
   * All that has a {@code ThreadLocalAccessor} in the global {@code ContextRegistry}: of itself the
   * current observation, and so the trace; the MDC where the host registers one for it. A value
   * that the caller's thread does not carry is absent in the callback too, whatever the thread has
   * on which it runs. To be given to {@code TwoPhase.Builder.callerContext}. Thread-safe.
   */
  public static CallerContext ofMicrometer() {
    ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder().clearMissing(true).build();
    return () -> {
      ContextSnapshot snapshot = snapshots.captureAll();
      return task -> snapshot.wrap(task);
    };
  }
}
