package io.twophase.test.equality.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import io.twophase.ports.Records;
import org.junit.jupiter.api.Test;

/**
 * Any sequence of calls on records has the same answers and leaves the same documents as on a store
 * that is exact, wherever the port does not say otherwise. {@code -Dtwophase.equality=N} tries N
 * sequences.
 */
public abstract class RecordEqualityContract {

  private static final int SEQUENCES = Integer.getInteger("twophase.equality", 3);
  private static final int CALLS = 120;

  /** A fresh, empty store that answers exactly; asked again and again in one test. */
  protected abstract Records exact();

  /** A fresh, empty store of the adapter; asked again and again in one test. */
  protected abstract Records tested();

  /** The name by which a failed test asks to be run again. */
  protected String name() {
    return getClass().getSimpleName();
  }

  @Test
  void randomCallsHaveTheSameAnswersAndLeaveTheSameDocuments() {
    String test = name();
    long first = Seed.next(test);
    RecordEquality equality = new RecordEquality(this::exact, this::tested);
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
