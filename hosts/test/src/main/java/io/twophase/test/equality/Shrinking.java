package io.twophase.test.equality;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes a sequence of calls that fails a short one that fails too, by delta debugging (Zeller and
 * Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002): it leaves
 * out halves, quarters and so on down to single calls, then single elements of calls.
 *
 * @param <C> a call
 */
public final class Shrinking<C> {

  private final Function<C, Stream<C>> smaller;
  private final Predicate<List<C>> fails;
  private int triesLeft;

  private Shrinking(int tries, Function<C, Stream<C>> smaller, Predicate<List<C>> fails) {
    this.triesLeft = tries;
    this.smaller = smaller;
    this.fails = fails;
  }

  /**
   * A sequence as short as at most so many tries make it.
   *
   * @param smaller the same call of fewer elements, in each way that there is
   */
  public static <C> List<C> of(
      List<C> failing, int tries, Function<C, Stream<C>> smaller, Predicate<List<C>> fails) {
    Shrinking<C> shrinking = new Shrinking<>(tries, smaller, fails);
    return shrinking.ofElements(shrinking.ofCalls(failing));
  }

  /** The elements without one of them, for each of them; none where there is but one. */
  public static <T> Stream<List<T>> withoutOne(List<T> elements) {
    return elements.size() < 2
        ? Stream.empty()
        : IntStream.range(0, elements.size())
            .mapToObj(
                left ->
                    IntStream.range(0, elements.size())
                        .filter(at -> at != left)
                        .mapToObj(elements::get)
                        .toList());
  }

  private List<C> ofCalls(List<C> failing) {
    List<C> calls = failing;
    for (int chunk = Math.max(1, calls.size() / 2); chunk > 0; chunk /= 2) {
      int from = 0;
      while (from < calls.size()) {
        List<C> fewer = new ArrayList<>(calls);
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

  private List<C> ofElements(List<C> failing) {
    List<C> calls = failing;
    for (int at = 0; at < calls.size(); at++) {
      boolean shrunk = true;
      while (shrunk) {
        shrunk = false;
        for (C call : smaller.apply(calls.get(at)).toList()) {
          List<C> fewer = new ArrayList<>(calls);
          fewer.set(at, call);
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

  private boolean stillFails(List<C> calls) {
    return triesLeft-- > 0 && fails.test(calls);
  }
}
