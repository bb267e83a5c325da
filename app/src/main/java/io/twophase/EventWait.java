package io.twophase;

import io.twophase.app.event.Events;
import io.twophase.app.event.FollowPace;
import io.twophase.app.runtime.Bell;
import io.twophase.ports.DecisionSignal;

/**
 * Waits until it is worth looking for events again: for a signal of the store, where it has any (a
 * change stream), and otherwise for a while that grows to a second. What is found, and whether
 * anything is missed, does not depend on it. For a loop that reads events by itself; {@link
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
}
