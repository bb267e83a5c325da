package io.twophase.test.contract.document;

import io.twophase.ports.DocumentRepository;
import org.junit.jupiter.api.Nested;

/**
 * All that a {@link DocumentRepository} promises. An adapter's test extends this and says how to
 * get one.
 */
public abstract class DocumentRepositoryContract {

  /**
   * Gives a repository that is fresh and empty: asked once for each test, before it begins, after
   * the adapter's own {@code @BeforeEach}. What it leaves behind is the adapter's to remove.
   */
  protected abstract DocumentRepository repository();

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
  class UsedByMany extends DocumentConcurrencyContract {
    UsedByMany() {
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
