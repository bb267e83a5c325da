package io.twophase.test.contract.range;

import io.twophase.ports.RangeRepository;
import org.junit.jupiter.api.Nested;

/**
 * All that a {@link RangeRepository} promises. An adapter's test extends this and says how to get
 * one, with the accounts that it is of.
 */
public abstract class RangeRepositoryContract {

  /**
   * Gives a store that is fresh and empty: asked once for each test, before it begins, after the
   * adapter's own {@code @BeforeEach}. What it leaves behind is the adapter's to remove.
   */
  protected abstract RangeStore store();

  @Nested
  class Holding extends RangeHoldingContract {
    Holding() {
      super(RangeRepositoryContract.this::store);
    }
  }

  @Nested
  class Ending extends RangeEndingContract {
    Ending() {
      super(RangeRepositoryContract.this::store);
    }
  }

  @Nested
  class InAStorm extends RangeStormContract {
    InAStorm() {
      super(RangeRepositoryContract.this::store);
    }
  }
}
