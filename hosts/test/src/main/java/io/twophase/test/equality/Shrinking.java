package io.twophase.test.equality;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a sequence of calls that fails a short one that fails too, by delta debugging (Zeller and
 * Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002): it leaves
 * out halves, quarters and so on down to single calls, then single elements of calls.
 */
final class Shrinking {

  private final Predicate<List<Call>> fails;
  private int triesLeft;

  private Shrinking(Predicate<List<Call>> fails, int tries) {
    this.fails = fails;
    this.triesLeft = tries;
  }

  /** A sequence as short as at most so many tries make it. */
  static List<Call> of(List<Call> failing, int tries, Predicate<List<Call>> fails) {
    Shrinking shrinking = new Shrinking(fails, tries);
    return shrinking.ofElements(shrinking.ofCalls(failing));
  }

  private List<Call> ofCalls(List<Call> failing) {
    List<Call> calls = failing;
    for (int chunk = Math.max(1, calls.size() / 2); chunk > 0; chunk /= 2) {
      int from = 0;
      while (from < calls.size()) {
        List<Call> fewer = new ArrayList<>(calls);
        fewer.subList(from, Math.min(from + chunk, fewer.size())).clear();
        if (stillFails(fewer)) {
          calls = fewer;
        } else {
          from += chunk;
        }
      }
    }
    return calls;
  }

  private List<Call> ofElements(List<Call> failing) {
    List<Call> calls = failing;
    for (int at = 0; at < calls.size(); at++) {
      boolean shrunk = true;
      while (shrunk) {
        shrunk = false;
        for (Call smaller : calls.get(at).smaller().toList()) {
          List<Call> fewer = new ArrayList<>(calls);
          fewer.set(at, smaller);
          if (stillFails(fewer)) {
            calls = fewer;
            shrunk = true;
            break;
          }
        }
      }
    }
    return calls;
  }

  private boolean stillFails(List<Call> calls) {
    return triesLeft-- > 0 && fails.test(calls);
  }
}
