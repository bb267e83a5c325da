package io.twophase;

import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Recovery.RecoveryRounds;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs recovery again and again, on a thread of its own, until it is closed. Nothing else ends it:
 * its listener is notified of faults of the store and of errors of any kind, and what the listener
 * throws is logged as a warning.
 */
public final class RecoveryDaemon implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryDaemon.class);

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofDays(36_525);

  private final RecoveryRounds rounds;
  private final Listener listener;
  private final ScheduledExecutorService thread;
  private final CountDownLatch firstRound = new CountDownLatch(1);

  /**
   * Is notified of what the daemon does, on its thread. An exception of the listener ends nothing.
   */
  public interface Listener {

    /**
     * Logs each round that fails and each transaction that is left undone, as warnings, and all
     * else that recovery does to a transaction.
     */
    Listener LOGGED =
        new Listener() {
          @Override
          public void recovered(Recovered recovered) {
            if (recovered.isLeftUndone()) {
              LOG.warn("recovery could not finish a transaction: {}", recovered);
            } else {
              LOG.info("recovery: {}", recovered);
            }
          }

          @Override
          public void failed(StoreException fault) {
            LOG.warn("a pass of recovery failed, and is made again: {}", fault.getMessage());
          }
        };

    /** Something was done to a transaction. */
    void recovered(Recovered recovered);

    /** A round has come to its end, whatever it did; one that fails is reported as such instead. */
    default void completed() {}

    /**
     * A round failed; the next one tries again.
     *
     * @param fault the store's, or one whose cause is the error that ended the round
     */
    void failed(StoreException fault);
  }

  private RecoveryDaemon(RecoveryRounds rounds, Listener listener) {
    this.rounds = rounds;
    this.listener = listener;
    this.thread = Executors.newSingleThreadScheduledExecutor(new DaemonThread("twophase-recovery"));
  }

  /**
   * Starts a daemon that makes its first round at once.
   *
   * @param pause between the end of a round and the next
   * @throws IllegalArgumentException if the pause is below a millisecond, or above a hundred years
   */
  public static RecoveryDaemon start(
      Recovery recovery, RecoveryRequest request, Duration pause, Listener listener) {
    Objects.requireNonNull(recovery, "recovery");
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(listener, "listener");
    checked(pause);
    RecoveryDaemon daemon = new RecoveryDaemon(new RecoveryRounds(recovery, request), listener);
    var unused =
        daemon.thread.scheduleWithFixedDelay(
            daemon::round, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    return daemon;
  }

  /** A pause between rounds that is within its bounds, else an exception. */
  static Duration checked(Duration pause) {
    Objects.requireNonNull(pause, "pause");
    if (pause.compareTo(SHORTEST_PAUSE) < 0 || pause.compareTo(LONGEST_PAUSE) > 0) {
      throw new IllegalArgumentException(
          ("a pause of %s between rounds of recovery: it is a millisecond at least, and a hundred"
                  + " years at most")
              .formatted(pause));
    }
    return pause;
  }

  // The executor would drop all rounds to come, silently, if an error reached it.
  private void round() {
    Guarded.run("recovery daemon", this::runRound);
    firstRound.countDown();
  }

  private void runRound() {
    try {
      rounds.next(
          recovered -> Guarded.run("listener of recovery", () -> listener.recovered(recovered)));
      Guarded.run("listener of recovery", listener::completed);
    } catch (StoreException fault) {
      fail(fault);
    } catch (Throwable fault) {
      fail(new StoreException("internal error, please report it: " + fault, fault));
    }
  }

  private void fail(StoreException fault) {
    Guarded.run("listener of recovery", () -> listener.failed(fault));
  }

  /**
   * Waits for the end of the first round, whether it fails or not. A host that waits here before it
   * serves recovers what earlier processes left, however short its own life is: the first round
   * takes seconds, since it has to learn which processes are dead.
   *
   * @param most how long it waits
   * @return whether the first round has ended, or the daemon was closed; false as well if this
   *     thread is interrupted
   */
  public boolean awaitFirstRound(Duration most) {
    Objects.requireNonNull(most, "most");
    try {
      return firstRound.await(TimeUnit.NANOSECONDS.convert(most), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits for the current round to end, and starts no more. Idempotent. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      while (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
    firstRound.countDown();
  }
}
