package io.twophase.spring;

import io.twophase.RecoveryDaemon;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Recovers what others left from the start of the context to its stop, and again if it is started
 * again. It starts before the web server takes requests, and that waits for the end of the first
 * pass: a process that soon dies has recovered by then what the one before it left. It stops after
 * the web server, and stopping waits for the pass that is under way. Thread-safe.
 */
public final class RecoveryLifecycle implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryLifecycle.class);

  /** Far below that of web servers and of whatever else brings requests. */
  private static final int PHASE = 0;

  private final Recovery recovery;
  private final RecoveryRequest request;
  final Duration interval;
  private final Duration awaitedAtStart;
  private final InstantSource clock;
  private final AtomicReference<RecoveryStatus> status =
      new AtomicReference<>(RecoveryStatus.NOT_STARTED);

  /**
   * No monitor: stopping waits for the pass, and so for the store. The start waits outside of it.
   */
  private final ReentrantLock turning = new ReentrantLock();

  private @Nullable RecoveryDaemon daemon;

  /**
   * Recovery that is not started yet.
   *
   * @param interval between the end of a pass and the next
   * @param awaitedAtStart how long the start waits for the end of the first pass
   * @param clock dates the status
   */
  public RecoveryLifecycle(
      Recovery recovery,
      RecoveryRequest request,
      Duration interval,
      Duration awaitedAtStart,
      InstantSource clock) {
    this.recovery = recovery;
    this.request = request;
    this.interval = interval;
    this.awaitedAtStart = awaitedAtStart;
    this.clock = clock;
  }

  @Override
  public void start() {
    RecoveryDaemon started;
    turning.lock();
    try {
      if (daemon != null) {
        return;
      }
      status.set(RecoveryStatus.started(clock.instant()));
      started = RecoveryDaemon.start(recovery, request, interval, new Watch());
      daemon = started;
    } finally {
      turning.unlock();
    }
    awaitFirstPass(started);
  }

  private void awaitFirstPass(RecoveryDaemon started) {
    if (started.awaitFirstRound(awaitedAtStart) || awaitedAtStart.isZero()) {
      return;
    }
    LOG.warn(
        "{}; the application goes on starting",
        Thread.currentThread().isInterrupted()
            ? "the wait for the first pass of recovery was interrupted"
            : "the first pass of recovery has not ended within " + awaitedAtStart);
  }

  @Override
  public void stop() {
    turning.lock();
    try {
      if (daemon != null) {
        daemon.close();
        daemon = null;
        status.updateAndGet(RecoveryStatus::stopped);
      }
    } finally {
      turning.unlock();
    }
  }

  @Override
  public boolean isRunning() {
    return status().running();
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Returns how it is getting on. */
  public RecoveryStatus status() {
    return Objects.requireNonNull(status.get());
  }

  /** Notes the ends of passes, and logs what somebody may look for later. */
  private final class Watch implements RecoveryDaemon.Listener {

    @Override
    public void recovered(Recovered recovered) {
      RecoveryDaemon.Listener.LOGGED.recovered(recovered);
    }

    @Override
    public void completed() {
      status.updateAndGet(before -> before.completed(clock.instant()));
    }

    @Override
    public void failed(StoreException fault) {
      LOG.warn("a pass of recovery failed, the next one tries again: {}", fault.getMessage());
      status.updateAndGet(before -> before.failed(String.valueOf(fault.getMessage())));
    }
  }

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
}
