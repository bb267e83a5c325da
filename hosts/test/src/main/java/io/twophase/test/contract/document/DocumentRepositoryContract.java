package io.twophase.test.contract.document;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.DocumentRepository;
import org.junit.jupiter.api.Nested;

/**
 * The contract of {@link DocumentRepository}: every adapter passes it. An adapter's own test
 * extends this class and says how to get an empty repository, and how a host writes to it.
 */
public abstract class DocumentRepositoryContract {

  /**
   * An empty repository whose documents may have at most so many holds; asked once before each
   * test. What it leaves behind is the adapter's to remove.
   */
  protected abstract DocumentRepository repository(HoldLimit limit);

  /**
   * Stores a document in the repository asked for last, as a host does that knows nothing of the
   * protocol. There is none of that id.
   */
  protected abstract void host(DocumentRef document, Fields fields);

  /** A database beside the repository's own, asked for in each test that uses one. */
  protected String anotherDatabase() {
    return "another";
  }

  /** Whether the store takes such a value for an id, as MongoDB does. */
  protected boolean isId(Value value) {
    return true;
  }

  private DocumentRepository repository() {
    return repository(HoldLimit.DEFAULT);
  }

  @Nested
  class Operations extends DocumentOperationsContract {
    Operations() {
      super(DocumentRepositoryContract.this::repository);
    }
  }

  @Nested
  class Rules extends DocumentRulesContract {
    Rules() {
      super(DocumentRepositoryContract.this::repository);
    }
  }

  @Nested
  class InLongCalls extends LongDocumentCallsContract {
    InLongCalls() {
      super(DocumentRepositoryContract.this::repository, anotherDatabase());
    }
  }

  @Nested
  class FullOfHolds extends DocumentHoldLimitContract {
    FullOfHolds() {
      super(DocumentRepositoryContract.this::repository);
    }
  }

  @Nested
  class OfSize extends DocumentSizeContract {
    OfSize() {
      super(DocumentRepositoryContract.this::repository, DocumentRepositoryContract.this::host);
    }
  }

  @Nested
  class OfAHost extends HostDocumentsContract {
    OfAHost() {
      super(
          DocumentRepositoryContract.this::repository,
          DocumentRepositoryContract.this::host,
          anotherDatabase(),
          DocumentRepositoryContract.this::isId);
    }
  }

  @Nested
  class UsedByMany extends DocumentConcurrencyContract {
    UsedByMany() {
      super(DocumentRepositoryContract.this::repository);
    }
  }

  @Nested
  class InAStorm extends DocumentStormContract {
    InAStorm() {
      super(DocumentRepositoryContract.this::repository);
    }
  }

  @Nested
  class ChangedAtRandom extends RandomDocumentsContract {
    ChangedAtRandom() {
      super(DocumentRepositoryContract.this::repository);
    }
  }
}
