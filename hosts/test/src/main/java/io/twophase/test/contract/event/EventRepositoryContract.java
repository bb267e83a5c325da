package io.twophase.test.contract.event;

import io.twophase.ports.EventRepository;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/**
 * All that an {@link EventRepository} promises. An adapter's test extends this and says how to get
 * one, with the records that it numbers.
 */
public abstract class EventRepositoryContract {

  /**
   * Gives a store that is fresh and empty, and whose events are off: asked once for each test,
   * before it begins, after the adapter's own {@code @BeforeEach}.
   */
  protected abstract EventStore store();

  /**
   * Returns whether that store wakes those who wait for decisions: what needs it is skipped
   * otherwise.
   */
  protected boolean isSignalling() {
    return false;
  }

  /** Returns how long a signal may take. */
  protected Duration patience() {
    return Duration.ofSeconds(30);
  }

  @Nested
  class Numbering extends NumberingContract {}

  @Nested
  class Signals extends SignalContract {}

  @Nested
  class InScenes extends EventScenes {}
}
