package io.twophase.test.contract.record;

import io.twophase.ports.Records;
import io.twophase.test.contract.Moment;
import org.junit.jupiter.api.Nested;

/** All that {@link Records} promises. An adapter's test extends this and says how to get some. */
public abstract class RecordsContract {

  /**
   * Gives records that are fresh and empty, as often as a test asks for some, after the adapter's
   * own {@code @BeforeEach}. The adapter's test removes what they leave behind.
   */
  protected abstract Records records();

  /** Lets the store's clock advance by a few milliseconds. */
  protected void letTimePass() {
    Moment.pass();
  }

  @Nested
  class Reading extends ReadingContract {}

  @Nested
  class InScenes extends RecordScenes {}
}
