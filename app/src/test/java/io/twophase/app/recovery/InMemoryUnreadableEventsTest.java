package io.twophase.app.recovery;

/** In memory. */
class InMemoryUnreadableEventsTest extends UnreadableEventsContract {

  InMemoryUnreadableEventsTest() {
    super(new MemoryDamage());
  }
}
