package io.twophase.test.equality.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import org.junit.jupiter.api.Test;

/**
 * Any sequence of calls on documents has the same answers and leaves the same documents as on a
 * store that is exact, wherever the port does not say otherwise. {@code -Dtwophase.equality=N}
 * tries N sequences.
 */
public abstract class DocumentEqualityContract {

  private static final int SEQUENCES = Integer.getInteger("twophase.equality", 4);
  private static final int CALLS = 100;

  /** A fresh, empty store that answers exactly; asked again and again in one test. */
  protected abstract DocumentStore exact();

  /** A fresh, empty store of the adapter; asked again and again in one test. */
  protected abstract DocumentStore tested();

  /** What is asked of both. */
  protected abstract Draws draws();

  @Test
  void randomCallsHaveTheSameAnswersAndLeaveTheSameDocuments() {
    String test = getClass().getSimpleName();
    long first = Seed.next(test);
    DocumentEquality equality = new DocumentEquality(this::exact, this::tested, draws());
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
