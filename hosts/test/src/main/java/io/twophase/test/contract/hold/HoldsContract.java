package io.twophase.test.contract.hold;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import org.junit.jupiter.api.Nested;

/**
 * The contract of {@link io.twophase.ports.Holds} and {@link io.twophase.ports.Accounts}: every
 * adapter passes it. An adapter's own test extends this class and says how to get an empty store,
 * and how a host writes to it.
 */
public abstract class HoldsContract {

  /**
   * An empty store whose targets may have at most so many holds; asked once before each test, after
   * the adapter's own {@code @BeforeEach}. What it leaves behind is the adapter's to remove.
   */
  protected abstract HoldStore store(HoldLimit limit);

  /**
   * Stores a document in the store asked for last, as a host does that knows nothing of the
   * protocol. There is none of that id; but in the collection of the accounts there is the account,
   * which is given the fields as its own.
   */
  protected abstract void host(DocumentRef document, Fields fields);

  /** A database beside the store's own, asked for in each test that uses one. */
  protected String anotherDatabase() {
    return "another";
  }

  /** Returns whether the store takes such a value for an id, as MongoDB does. */
  protected boolean isId(Value value) {
    return true;
  }

  @Nested
  class RangesOfAccounts extends AccountRangeContract {
    RangesOfAccounts() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class EndsOfRanges extends RangeEndingContract {
    EndsOfRanges() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class RangesOfFields extends FieldRangeContract {
    RangesOfFields() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class ClaimsOfDocuments extends DocumentClaimContract {
    ClaimsOfDocuments() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class ChecksOfAccounts extends AccountCheckContract {
    ChecksOfAccounts() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class FullOfHolds extends HoldLimitContract {
    FullOfHolds() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class DocumentsOfAHost extends HostDocumentContract {
    DocumentsOfAHost() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class InLongCalls extends HoldCallsContract {
    InLongCalls() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class Read extends HoldReadingContract {
    Read() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class OfAccounts extends AccountsContract {
    OfAccounts() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class InAStorm extends HoldStormContract {
    InAStorm() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class AtRandom extends RandomHoldsContract {
    AtRandom() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class OfPeriods extends PeriodContract {
    OfPeriods() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class OfSize extends DocumentSizeContract {
    OfSize() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class BusyOrRefused extends DocumentRefusalContract {
    BusyOrRefused() {
      super(HoldsContract.this);
    }
  }

  @Nested
  class InAStormOfDocuments extends DocumentStormContract {
    InAStormOfDocuments() {
      super(HoldsContract.this);
    }
  }
}
