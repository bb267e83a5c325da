package io.twophase.test.equality;

import io.twophase.ports.StoreException;
import io.twophase.test.clock.SettableClock;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * Makes the same calls on two fresh stores, and looks for the first that is answered otherwise than
 * the ports allow, or that leaves another state. Times are compared by how far they are apart.
 */
final class Comparison {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final Function<SettableClock, Stores> exact;
  private final Function<SettableClock, Stores> tested;

  Comparison(Function<SettableClock, Stores> exact, Function<SettableClock, Stores> tested) {
    this.exact = exact;
    this.tested = tested;
  }

  /** Where the two part, if they do. */
  Option<Difference> of(List<Call> calls) {
    SettableClock clock = new SettableClock(START);
    SettableClock otherClock = new SettableClock(START);
    Stores exactStores = exact.apply(clock);
    Latitude latitude = new Latitude(exactStores);
    Replies left = new Replies(exactStores, clock);
    Replies right = new Replies(tested.apply(otherClock), otherClock);
    for (int step = 0; step < calls.size(); step++) {
      Call call = calls.get(step);
      List<Answer> expected = left.to(call);
      List<Answer> told = answered(right, call);
      if (!latitude.allows(call, expected, told)) {
        return Option.some(new Difference(step, call, "answer", expected, told));
      }
      List<Object> state = left.state();
      List<Object> otherState = right.state();
      if (!state.equals(otherState)) {
        return Option.some(new Difference(step, call, "state", state, otherState));
      }
    }
    return Option.none();
  }

  /** A store that fails on one call is one that differs there. */
  private static List<Answer> answered(Replies replies, Call call) {
    try {
      return replies.to(call);
    } catch (StoreException failed) {
      return List.of(Answer.failed(failed));
    }
  }
}
