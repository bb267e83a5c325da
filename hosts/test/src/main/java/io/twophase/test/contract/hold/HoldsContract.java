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
   * the adapter's own {@code @BeforeEach}. The adapter removes the documents that it leaves behind.
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
  class DocumentsOfAHost extends HostDocumentContract {}

  @Nested
  class OfSize extends DocumentSizeContract {}

  @Nested
  class InAStormOfDocuments extends DocumentStormContract {}

  @Nested
  class InScenes extends HoldScenes {}
}
