package io.twophase.test.equality.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import org.junit.jupiter.api.Test;

/**
 * Any sequence of requests has the same answers and leaves the same targets as on a store that is
 * exact, wherever the port does not say otherwise. {@code -Dtwophase.equality=N} tries N sequences.
 */
public abstract class HoldEqualityContract {

  private static final int SEQUENCES = Integer.getInteger("twophase.equality", 2);
  private static final int CALLS = 120;

  /** A fresh, empty store that answers exactly; asked again and again in one test. */
  protected abstract HoldEquality.Hosted exact();

  /** A fresh, empty store of the adapter; asked again and again in one test. */
  protected abstract HoldEquality.Hosted tested();

  /** Draws the requests that both stores are asked. */
  protected abstract Draws draws();

  /** The name by which a failed test asks to be run again. */
  protected String name() {
    return getClass().getSimpleName();
  }

  @Test
  void randomRequestsHaveTheSameAnswersAndLeaveTheSameTargets() {
    String test = name();
    long first = Seed.next(test);
    HoldEquality equality = new HoldEquality(this::exact, this::tested, draws());
    for (long seed = first; seed < first + SEQUENCES; seed++) {
      long repeated = seed;
      assertThat(equality.difference(seed, CALLS))
          .as(
              () ->
                  "repeat it: '-Dtest=%s' -Dtwophase.seed=%d -Dtwophase.equality=1"
                      .formatted(test, repeated))
          .isEmpty();
    }
  }
}
