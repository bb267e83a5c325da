package io.twophase.test.contract.record;

import io.twophase.ports.Records;
import io.twophase.test.contract.Moment;
import org.junit.jupiter.api.Nested;

/** All that {@link Records} promises. An adapter's test extends this and says how to get some. */
public abstract class RecordsContract {

  /**
   * Gives records that are fresh and empty: asked once for each test, before it begins, after the
   * adapter's own {@code @BeforeEach}. The adapter's test removes what they leave behind.
   */
  protected abstract Records records();

  /** Lets the store's clock advance by a few milliseconds. */
  protected void letTimePass() {
    Moment.pass();
  }

  @Nested
  class Inserting extends InsertingContract {
    Inserting() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class Reading extends ReadingContract {
    Reading() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class MovingAtOnce extends MovingAtOnceContract {
    MovingAtOnce() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class Taking extends TakingContract {
    Taking() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class ShowingMembers extends MemberViewContract {
    ShowingMembers() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class Latest extends LatestContract {
    Latest() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class ListingTransactions extends TransactionListingContract {
    ListingTransactions() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class ListingRecords extends RecordListingContract {
    ListingRecords() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }

  @Nested
  class Receipts extends ReceiptsContract {
    Receipts() {
      super(RecordsContract.this::records, RecordsContract.this::letTimePass);
    }
  }
}
