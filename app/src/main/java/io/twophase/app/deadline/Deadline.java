package io.twophase.app.deadline;

import io.vavr.control.Option;
import java.time.Duration;
import java.util.Collection;

/**
 * Until when a call may take.
 *
 * @param end by the ticker of {@link Deadlines}; none if it may take as long as it takes
 */
public record Deadline(Option<Duration> end) {

  /** No deadline. */
  public static final Deadline NONE = new Deadline(Option.none());

  static Deadline at(Duration end) {
    return new Deadline(Option.some(end));
  }

  /** Whether there is one. */
  public boolean isSet() {
    return end.isDefined();
  }

  /** How much time is left: zero or less once it has passed, none if there is no deadline. */
  Option<Duration> left(Duration now) {
    return end.map(at -> at.minus(now));
  }

  /** The earlier of two. */
  Deadline orEarlier(Deadline other) {
    return !isSet() || other.end.exists(at -> at.compareTo(end.get()) < 0) ? other : this;
  }

  /** The last of several: none if one of them has none. */
  public static Deadline last(Collection<Deadline> some) {
    Deadline last = NONE;
    for (Deadline one : some) {
      if (!one.isSet()) {
        return NONE;
      }
      last = !last.isSet() || one.end.get().compareTo(last.end.get()) > 0 ? one : last;
    }
    return last;
  }
}
