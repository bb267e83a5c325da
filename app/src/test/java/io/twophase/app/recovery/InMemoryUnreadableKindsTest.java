package io.twophase.app.recovery;

/** In memory. */
class InMemoryUnreadableKindsTest extends UnreadableKindsContract {

  InMemoryUnreadableKindsTest() {
    super(new MemoryDamage());
  }
}
