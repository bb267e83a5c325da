package io.twophase.app.recovery;

import org.junit.jupiter.api.Nested;

/** In memory. */
class InMemoryUnreadablesTest {

  @Nested
  class OfRecovery extends UnreadablesContract {
    OfRecovery() {
      super(new MemoryDamage());
    }
  }

  @Nested
  class Kinds extends UnreadableKindsContract {
    Kinds() {
      super(new MemoryDamage());
    }
  }

  @Nested
  class OfEvents extends UnreadableEventsContract {
    OfEvents() {
      super(new MemoryDamage());
    }
  }
}
