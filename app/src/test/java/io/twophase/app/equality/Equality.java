package io.twophase.app.equality;

import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes the same calls on two stores. Where they differ, it looks for a shorter sequence that shows
 * a difference, by leaving out call after call.
 *
 * @param exact gives an empty store that answers as the domain says
 * @param other gives an empty one to be held against it
 */
record Equality(Supplier<Ports> exact, Supplier<Ports> other) {

  /** Makes so many random calls; answers what differed, in words for people. */
  Option<String> difference(long seed, int calls) {
    RandomCalls random = new RandomCalls(new Random(seed));
    List<Call> made = new ArrayList<>();
    for (int n = 0; n < calls; n++) {
      made.add(random.next());
    }
    Option<String> difference = firstDifference(made);
    return difference.map(
        found -> {
          List<Call> few = shortened(made);
          return firstDifference(few).getOrElse(found) + "\nafter " + few;
        });
  }

  private List<Call> shortened(List<Call> calls) {
    List<Call> few = new ArrayList<>(calls);
    for (int at = few.size() - 1; at >= 0; at--) {
      List<Call> fewer = new ArrayList<>(few);
      fewer.remove(at);
      if (firstDifference(fewer).isDefined()) {
        few = fewer;
      }
    }
    return few;
  }

  private Option<String> firstDifference(List<Call> calls) {
    Ports left = exact.get();
    Ports right = other.get();
    for (Call call : calls) {
      List<?> expected = call.on().apply(left);
      List<?> actual = call.on().apply(right);
      if (!call.agreement().holds(expected, actual)) {
        return Option.some(told(call, expected, actual));
      }
      StoredState before = StoredState.of(left);
      StoredState after = StoredState.of(right);
      if (!before.equals(after)) {
        return Option.some(told(call, before, after));
      }
    }
    return Option.none();
  }

  private static String told(Call call, Object expected, Object actual) {
    return call + "\nin memory: " + expected + "\nthe other: " + actual;
  }
}
