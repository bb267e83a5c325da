package io.twophase.app.wiring;

import io.twophase.app.engine.Presence;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows other processes that this one is alive: beats at a steady pace, on a daemon thread of its
 * own, from the first transaction on until it is closed. Its document is stored, and acknowledged,
 * before a transaction names this process. Trouble with the store is logged, once until a beat
 * succeeds again, and tried again with the next beat; while no beat succeeds, new transactions name
 * no owner. Thread-safe.
 */
final class Heartbeat implements Presence, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  /** Fewer than others wait for. */
  private static final int BEATS_TRUSTED = 4;

  private final OwnerRepository owners;
  private final OwnerId owner;
  private final ApplicationName application;
  private final Duration every;
  private final Ticker ticker;
  private @Nullable ScheduledExecutorService thread;
  private volatile boolean closed;
  private volatile boolean troubled;

  /** When the last beat was sent that was acknowledged. */
  private volatile @Nullable Duration acknowledged;

  Heartbeat(
      OwnerRepository owners,
      OwnerId owner,
      ApplicationName application,
      Duration every,
      Ticker ticker) {
    this.owners = owners;
    this.owner = owner;
    this.application = application;
    this.every = every;
    this.ticker = ticker;
  }

  @Override
  public Option<OwnerId> owner() {
    return isShown() ? Option.some(owner) : begin();
  }

  private boolean isShown() {
    Duration last = acknowledged;
    return !closed
        && last != null
        && ticker.elapsed().minus(last).compareTo(every.multipliedBy(BEATS_TRUSTED)) < 0;
  }

  /** The first beat is waited for; whether a later one succeeded is only looked at. */
  private synchronized Option<OwnerId> begin() {
    if (thread == null && !closed) {
      try {
        beat();
      } catch (StoreUnavailableException gone) {
        throw gone;
      } catch (StoreException refused) {
        trouble(refused);
      }
      thread = start();
    }
    return isShown() ? Option.some(owner) : Option.none();
  }

  private ScheduledExecutorService start() {
    ScheduledThreadPoolExecutor beating =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread named = new Thread(task, "twophase-heartbeat");
              named.setDaemon(true);
              return named;
            });
    var unused =
        beating.scheduleWithFixedDelay(
            () -> Guard.run("a heartbeat", this::beatAgain),
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
    return beating;
  }

  private void beatAgain() {
    try {
      beat();
    } catch (StoreException fault) {
      trouble(fault);
    }
  }

  private void beat() {
    Duration sent = ticker.elapsed();
    if (owners.beat(owner, application, every) == MatchOutcome.MATCHED) {
      acknowledged = sent;
      troubled = false;
    }
  }

  private void trouble(StoreException fault) {
    if (!troubled) {
      troubled = true;
      LOG.warn(
          "this process cannot show that it is alive, and tries again every {} ms: {}",
          every.toMillis(),
          fault.getMessage());
    }
  }

  /**
   * Beats no more, and removes the owner's document, so that what was left unfinished is free to be
   * taken over at once. To be closed when nothing of this process is under way any more. Where the
   * store cannot be reached the document stays; others then see it silent. Idempotent.
   */
  @Override
  public void close() {
    ScheduledExecutorService beating;
    boolean isReachable;
    synchronized (this) {
      isReachable = isShown();
      closed = true;
      beating = thread;
      thread = null;
    }
    if (beating == null) {
      return;
    }
    beating.shutdown();
    if (isReachable) {
      try {
        // a beat that is under way would store the document again
        beating.awaitTermination(every.toMillis(), TimeUnit.MILLISECONDS);
        owners.retire(owner);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      } catch (StoreException fault) {
        LOG.info("the document of owner {} stays: {}", owner, fault.getMessage());
      }
    }
  }
}
