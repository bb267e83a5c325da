package io.twophase.test.contract.transaction;

import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;

/**
 * All that a {@link TransactionRepository} promises. An adapter's test extends this and says how to
 * get one, as with {@link AccountRepositoryContract}.
 */
public abstract class TransactionRepositoryContract {

  private static final Duration A_MOMENT = Duration.ofMillis(3);

  /**
   * Gives a repository that is fresh and empty: asked once for each test, before it begins, after
   * the adapter's own {@code @BeforeEach}. What it leaves behind is the adapter's to remove.
   */
  protected abstract TransactionRepository repository();

  /** Lets the store's clock advance by some milliseconds: by waiting, unless it can be turned. */
  protected void letTimePass() {
    LockSupport.parkNanos(A_MOMENT.toNanos());
  }

  @Nested
  class Beginning extends BeginningContract {
    Beginning() {
      super(TransactionRepositoryContract.this::repository);
    }
  }

  @Nested
  class Advancing extends AdvancingContract {
    Advancing() {
      super(TransactionRepositoryContract.this::repository);
    }
  }

  @Nested
  class Owning extends OwningContract {
    Owning() {
      super(TransactionRepositoryContract.this::repository);
    }
  }

  @Nested
  class Reading extends TransactionReadingContract {
    Reading() {
      super(TransactionRepositoryContract.this::repository);
    }
  }

  @Nested
  class OfAnyOperations extends AnyTransactionContract {
    OfAnyOperations() {
      super(TransactionRepositoryContract.this::repository);
    }
  }

  @Nested
  class ReadingTheLatest extends LatestTransactionContract {
    ReadingTheLatest() {
      super(
          TransactionRepositoryContract.this::repository,
          TransactionRepositoryContract.this::letTimePass);
    }
  }

  @Nested
  class Listing extends TransactionListingContract {
    Listing() {
      super(
          TransactionRepositoryContract.this::repository,
          TransactionRepositoryContract.this::letTimePass);
    }
  }

  @Nested
  class Unfinished extends UnfinishedContract {
    Unfinished() {
      super(
          TransactionRepositoryContract.this::repository,
          TransactionRepositoryContract.this::letTimePass);
    }
  }
}
