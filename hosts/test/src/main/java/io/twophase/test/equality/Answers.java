package io.twophase.test.equality;

import io.twophase.test.clock.SettableClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/** What random calls are answered: how it is known that they come to everything that there is. */
public final class Answers {

  private static final String MIXED = "mixed";

  private final Map<String, Integer> counts = new TreeMap<>();

  /**
   * Makes the calls that {@link Equality} makes of this seed.
   *
   * @param exact gives a fresh, empty store
   */
  public void add(Function<SettableClock, Stores> exact, long seed, int calls) {
    SettableClock clock = new SettableClock(Instant.EPOCH);
    Replies replies = new Replies(exact.apply(clock), clock);
    for (Call call : RandomCalls.of(new Random(seed), calls)) {
      count(call, replies.to(call));
    }
  }

  /**
   * How often each kind was answered: the element's name and the answer's, such as {@code HOLD
   * InsufficientFunds}. Calls whose elements differ in their kinds are counted as {@code mixed}.
   */
  public Map<String, Integer> counts() {
    return counts;
  }

  private void count(Call call, List<Answer> answers) {
    for (int at = 0; at < answers.size(); at++) {
      add(call.name(at) + " " + answers.get(at).kind());
    }
    if (answers.stream().map(Answer::kind).distinct().count() > 1) {
      add(call.name() + " " + MIXED);
    }
  }

  private void add(String what) {
    counts.merge(what, 1, Integer::sum);
  }
}
