package io.twophase.test.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.transaction.ClosedByMajority;
import org.junit.jupiter.api.Test;

/**
 * Any sequence of calls has the same answers and leaves the same state as on a store that is exact,
 * wherever the ports do not say otherwise. {@code -Dtwophase.equality=N} tries N sequences.
 */
public abstract class EqualityContract {

  private static final int SEQUENCES = Integer.getInteger("twophase.equality", 10);
  private static final int CALLS = 120;

  /** A fresh, empty store that answers exactly; asked again and again in one test. */
  protected abstract Stores exact(SettableClock clock);

  /** A fresh, empty store of the adapter; asked again and again in one test. */
  protected abstract Stores tested(SettableClock clock);

  @Test
  void randomCallsHaveTheSameAnswersAndLeaveTheSameState() {
    String test = getClass().getSimpleName();
    long first = Seed.next(test);
    Equality equality = new Equality(this::exact, this::testedAsClosed);
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

  private Stores testedAsClosed(SettableClock clock) {
    Stores stores = tested(clock);
    return new Stores(stores.accounts(), new ClosedByMajority(stores.transactions()));
  }
}
