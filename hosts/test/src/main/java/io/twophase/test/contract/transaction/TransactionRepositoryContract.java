package io.twophase.test.contract.transaction;

import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.Moment;
import io.twophase.test.contract.account.AccountRepositoryContract;
import org.junit.jupiter.api.Nested;

/**
 * All that a {@link TransactionRepository} promises. An adapter's test extends this and says how to
 * get one, as with {@link AccountRepositoryContract}.
 */
public abstract class TransactionRepositoryContract {

  /**
   * Gives a repository that is fresh and empty: asked once for each test, before it begins, after
   * the adapter's own {@code @BeforeEach}. What it leaves behind is the adapter's to remove.
   */
  protected abstract TransactionRepository repository();

  /** Lets the store's clock advance by some milliseconds: by waiting, unless it can be turned. */
  protected void letTimePass() {
    Moment.pass();
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
  class Authorizing extends AuthorizationContract {
    Authorizing() {
      super(
          TransactionRepositoryContract.this::repository,
          TransactionRepositoryContract.this::letTimePass);
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

  @Nested
  class Retaining extends RetentionContract {
    Retaining() {
      super(
          TransactionRepositoryContract.this::repository,
          TransactionRepositoryContract.this::letTimePass);
    }
  }

  @Nested
  class LeavingReceipts extends ReceiptContract {
    LeavingReceipts() {
      super(
          TransactionRepositoryContract.this::repository,
          TransactionRepositoryContract.this::letTimePass);
    }
  }
}
