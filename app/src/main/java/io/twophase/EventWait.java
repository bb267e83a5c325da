package io.twophase;

import io.twophase.app.event.Events;
import io.twophase.app.transfer.queue.Deadlines;
import io.twophase.ports.DecisionSignal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Waits until it is worth looking for events again: for a signal of the store, where it has any (a
 * change stream), and otherwise for a while that grows to a second. It decides neither what is
 * found nor whether anything is missed. For a loop that reads events by itself; {@link
 * EventFollower} has one. One thread waits at a time.
 */
public final class EventWait implements AutoCloseable {

  private final Bell bell = new Bell();
  private final DecisionSignal.Listening listening;
  private FollowPace pace = FollowPace.FIRST;

  private EventWait(Events events) {
    this.listening = events.signal().listen(bell::ring);
  }

  /** Begins to listen. */
  public static EventWait of(Events events) {
    return new EventWait(events);
  }

  /** To be called after a look that has found something: the next wait is short. */
  public void found() {
    pace = FollowPace.FIRST;
  }

  /** To be called after a look that has found nothing: waits. At once if this is closed. */
  public void await() {
    pace = pace.next(bell.await(pace.least(), pace.most()));
  }

  /** To be called after a look that has failed: waits a second. At once if this is closed. */
  public void awaitAfterFault() {
    bell.await(FollowPace.AFTER_A_FAULT.least(), FollowPace.AFTER_A_FAULT.most());
    pace = FollowPace.FIRST;
  }

  /** Ends the wait, and whatever listened. Idempotent. */
  @Override
  public void close() {
    bell.close();
    listening.close();
  }

  /**
   * The pauses of a follower of events after a read that found nothing. It looks rarely where
   * nothing happens, and a signal of the store ends its wait. One that comes again and again for
   * nothing ends it less and less: such a signal costs no more than looking rarely does.
   *
   * @param least so long at least, though a signal came
   * @param most so long at most, if no signal comes
   */
  public record FollowPace(Duration least, Duration most) {

    private static final Duration FIRST_LEAST = Duration.ofMillis(10);
    private static final Duration FIRST_MOST = Duration.ofMillis(50);

    /** The most that is waited, whatever the store signals or does not. */
    public static final Duration LONGEST = Duration.ofSeconds(1);

    /** The pace of one that begins, or has just found something. */
    public static final FollowPace FIRST = new FollowPace(FIRST_LEAST, FIRST_MOST);

    /** The pace of one whose read has failed. */
    public static final FollowPace AFTER_A_FAULT = new FollowPace(LONGEST, LONGEST);

    /**
     * Returns the pace of one that has waited as long as this says.
     *
     * @param isWoken whether a signal came meanwhile
     */
    public FollowPace next(boolean isWoken) {
      return isWoken
          ? new FollowPace(doubled(least), FIRST_MOST)
          : new FollowPace(FIRST_LEAST, doubled(most));
    }

    private static Duration doubled(Duration wait) {
      return Collections.min(List.of(wait.multipliedBy(2), LONGEST));
    }
  }

  /**
   * A bell on which one thread waits, and which others ring. A ring that comes while nobody waits
   * is kept for the next wait. Thread-safe.
   */
  static final class Bell implements AutoCloseable {

    /** No monitor: waiting for one keeps a virtual thread's carrier. */
    private final Semaphore rings = new Semaphore(0);

    private final CountDownLatch closed = new CountDownLatch(1);

    /** Ends the wait that there is, or the next one. */
    void ring() {
      if (rings.availablePermits() == 0) {
        rings.release();
      }
    }

    /** Ends the wait that there is, and lets nobody wait any more. Idempotent. */
    @Override
    public void close() {
      closed.countDown();
      rings.release();
    }

    /**
     * Waits until it is rung. An interrupt does not end the wait, and is kept for the caller.
     *
     * @param least so long at least, though it is rung
     * @param most so long at most, or {@code least} if that is longer
     * @return whether a ring ended the wait
     */
    boolean await(Duration least, Duration most) {
      boolean wasRung =
          !Deadlines.awaitUninterrupted(least, nanos -> closed.await(nanos, TimeUnit.NANOSECONDS))
              && Deadlines.awaitUninterrupted(
                  most.minus(least), nanos -> rings.tryAcquire(nanos, TimeUnit.NANOSECONDS));
      rings.drainPermits();
      return wasRung && closed.getCount() > 0;
    }
  }
}
