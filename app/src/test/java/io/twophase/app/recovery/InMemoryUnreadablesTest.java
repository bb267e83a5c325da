package io.twophase.app.recovery;

/** In memory. */
class InMemoryUnreadablesTest extends UnreadablesContract {

  InMemoryUnreadablesTest() {
    super(new MemoryDamage());
  }
}
