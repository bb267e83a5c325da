package io.twophase.test.equality.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import io.twophase.test.contract.range.RangeStore;
import org.junit.jupiter.api.Test;

/**
 * Any sequence of calls on ranges, with lone holds beside them, has the same answers and leaves the
 * same accounts as on a store that is exact, wherever the port does not say otherwise. {@code
 * -Dtwophase.equality=N} tries N sequences.
 */
public abstract class RangeEqualityContract {

  private static final int SEQUENCES = Integer.getInteger("twophase.equality", 4);
  private static final int CALLS = 120;

  /** A fresh, empty store that answers exactly; asked again and again in one test. */
  protected abstract RangeStore exact();

  /** A fresh, empty store of the adapter; asked again and again in one test. */
  protected abstract RangeStore tested();

  @Test
  void randomCallsHaveTheSameAnswersAndLeaveTheSameAccounts() {
    String test = getClass().getSimpleName();
    long first = Seed.next(test);
    RangeEquality equality = new RangeEquality(this::exact, this::tested);
    for (long seed = first; seed < first + SEQUENCES; seed++) {
      long repeated = seed;
      assertThat(equality.difference(seed, CALLS))
          .as(
              () ->
                  "repeat it: -Dtest=%s -Dtwophase.seed=%d -Dtwophase.equality=1"
                      .formatted(test, repeated))
          .isEmpty();
    }
  }
}
