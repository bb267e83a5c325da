package io.twophase.test.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Any sequence of calls has the same answers and leaves the same things stored as on a store that
 * is exact, wherever the port does not say otherwise. {@code -Dtwophase.equality=N} tries N
 * sequences.
 */
public abstract class EqualityContract {

  private static final int CALLS = 120;

  private final int sequences;

  /** A contract that tries so many sequences unless it is told to try another number. */
  protected EqualityContract(int sequences) {
    this.sequences = Integer.getInteger("twophase.equality", sequences);
  }

  /**
   * Makes so many random calls on a fresh store of the adapter and on an exact one.
   *
   * @return where they part and the shortest way there that was found; nothing if they do not
   */
  protected abstract Optional<String> difference(long seed, int calls);

  /** The name by which a failed test asks to be run again. */
  protected String name() {
    return getClass().getSimpleName();
  }

  @Test
  void randomCallsHaveTheSameAnswersAndLeaveTheSame() {
    String test = name();
    long first = Seed.next(test);
    for (long seed = first; seed < first + sequences; seed++) {
      long repeated = seed;
      assertThat(difference(seed, CALLS))
          .as(
              () ->
                  "repeat it: '-Dtest=%s' -Dtwophase.seed=%d -Dtwophase.equality=1"
                      .formatted(test, repeated))
          .isEmpty();
    }
  }
}
