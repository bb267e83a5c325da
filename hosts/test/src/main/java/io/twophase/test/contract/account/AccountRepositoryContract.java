package io.twophase.test.contract.account;

import io.twophase.ports.AccountRepository;
import org.junit.jupiter.api.Nested;

/**
 * All that an {@link AccountRepository} promises. An adapter's test extends this and says how to
 * get one:
 *
 * <pre>{@code
 * class MyAccountsTest extends AccountRepositoryContract {
 *   @Override
 *   protected AccountRepository repository() {
 *     return new MyAccountRepository(...);
 *   }
 * }
 * }</pre>
 */
public abstract class AccountRepositoryContract {

  /**
   * Gives a repository that is fresh and empty: asked once for each test, before it begins, after
   * the adapter's own {@code @BeforeEach}. What it leaves behind is the adapter's to remove.
   */
  protected abstract AccountRepository repository();

  @Nested
  class Opening extends OpeningContract {
    Opening() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class Reading extends AccountReadingContract {
    Reading() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class ReadingTheLatest extends LatestAccountContract {
    ReadingTheLatest() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class ChangingStatus extends AccountStatusContract {
    ChangingStatus() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class Holding extends HoldingContract {
    Holding() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class HoldingInBatches extends HoldBatchContract {
    HoldingInBatches() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class HoldingAtMost extends AtMostContract {
    HoldingAtMost() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class Stamping extends StampingContract {
    Stamping() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class Settling extends SettlingContract {
    Settling() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class Releasing extends ReleasingContract {
    Releasing() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class HoldingForAnother extends ForeignHoldContract {
    HoldingForAnother() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class UsedByMany extends AccountConcurrencyContract {
    UsedByMany() {
      super(AccountRepositoryContract.this::repository);
    }
  }

  @Nested
  class ChangedAtRandom extends RandomChangesContract {
    ChangedAtRandom() {
      super(AccountRepositoryContract.this::repository);
    }
  }
}
