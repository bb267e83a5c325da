package io.twophase.test.equality;

import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
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

  private void count(Call call, List<?> answers) {
    for (int at = 0; at < answers.size(); at++) {
      add(name(call, at) + " " + kind(answers.get(at)));
    }
    if (answers.stream().map(Answers::kind).distinct().count() > 1) {
      add(call instanceof Call.OnHolds holds ? holds.change() + " " + MIXED : word(call, MIXED));
    }
  }

  private void add(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private static String name(Call call, int at) {
    if (call instanceof Call.OnHolds holds) {
      return holds.change().toString();
    } else if (call instanceof Call.Advance advance) {
      return advance.transitions().get(at).getClass().getSimpleName();
    } else if (call instanceof Call.Change change) {
      return change.change().toString();
    }
    return call.getClass().getSimpleName();
  }

  private static String word(Call call, String word) {
    return call.getClass().getSimpleName() + " " + word;
  }

  private static String kind(Object answer) {
    if (answer instanceof HoldOutcome.Refused refused) {
      return refused.refusal().kind();
    } else if (answer instanceof OpenOutcome.Refused refused) {
      return refused.refusal().getClass().getSimpleName();
    } else if (answer instanceof StatusOutcome.Refused refused) {
      return refused.refusal().getClass().getSimpleName();
    } else if (answer instanceof Enum<?> outcome) {
      return outcome.name();
    }
    return answer.getClass().getSimpleName();
  }
}
