package io.twophase.test.equality;

import io.twophase.test.clock.SettableClock;
import io.vavr.control.Option;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks for a sequence of calls that tells a store from an exact one. */
public final class Equality {

  private static final int SHRINKING_TRIES = 400;

  private final Comparison comparison;

  /**
   * Compares two stores.
   *
   * @param exact gives a fresh, empty store that answers exactly and is told its time by the clock
   * @param tested gives a fresh, empty one of the sort that is tested
   */
  public Equality(Function<SettableClock, Stores> exact, Function<SettableClock, Stores> tested) {
    this.comparison = new Comparison(exact, tested);
  }

  /**
   * Makes so many random calls on both.
   *
   * @return where they part and the shortest way there that was found; nothing if they do not
   */
  public Option<String> difference(long seed, int calls) {
    List<Call> sequence = RandomCalls.of(new Random(seed), calls);
    return comparison.of(sequence).map(found -> told(sequence, found));
  }

  private String told(List<Call> sequence, Difference found) {
    List<Call> shortest =
        Shrinking.of(
            sequence.subList(0, found.step() + 1),
            SHRINKING_TRIES,
            Call::smaller,
            fewer -> comparison.of(fewer).isDefined());
    String calls = shortest.stream().map(call -> "  " + call).collect(Collectors.joining("\n"));
    return "of %d calls, %s%nshrunk to %d calls:%n%s%n%s"
        .formatted(
            sequence.size(),
            found,
            shortest.size(),
            calls,
            comparison.of(shortest).map(Difference::toString).getOrElse("not seen again"));
  }
}
