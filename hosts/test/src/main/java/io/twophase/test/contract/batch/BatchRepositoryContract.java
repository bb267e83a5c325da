package io.twophase.test.contract.batch;

import io.twophase.ports.BatchRepository;
import org.junit.jupiter.api.Nested;

/**
 * All that a {@link BatchRepository} promises. An adapter's test extends this and says how to get
 * one, with the records that it shares its ids with.
 */
public abstract class BatchRepositoryContract {

  /**
   * Gives a store that is fresh and empty: asked once for each test, before it begins, after the
   * adapter's own {@code @BeforeEach}. What it leaves behind is the adapter's to remove.
   */
  protected abstract BatchStore store();

  @Nested
  class Beginning extends BatchBeginningContract {
    Beginning() {
      super(BatchRepositoryContract.this::store);
    }
  }

  @Nested
  class Advancing extends BatchAdvancingContract {
    Advancing() {
      super(BatchRepositoryContract.this::store);
    }
  }

  @Nested
  class Taking extends MemberTakingContract {
    Taking() {
      super(BatchRepositoryContract.this::store);
    }
  }

  @Nested
  class AsTransactions extends MembersAsTransactionsContract {
    AsTransactions() {
      super(BatchRepositoryContract.this::store);
    }
  }

  @Nested
  class Listing extends BatchListingContract {
    Listing() {
      super(BatchRepositoryContract.this::store);
    }
  }

  @Nested
  class LeavingOut extends LeavingOutContract {
    LeavingOut() {
      super(BatchRepositoryContract.this::store);
    }
  }

  @Nested
  class Removing extends BatchRemovingContract {
    Removing() {
      super(BatchRepositoryContract.this::store);
    }
  }
}
