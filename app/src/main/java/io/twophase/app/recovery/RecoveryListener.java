package io.twophase.app.recovery;

/** Is notified of what recovery and scrubs do, on the thread that runs them. Must not throw. */
public interface RecoveryListener {

  /** Is notified and does nothing. */
  RecoveryListener IGNORED = new RecoveryListener() {};

  /** Recovery did something to a transaction, or could not. */
  default void recovered(Recovered recovered) {}

  /** A scrub found an orphan, which {@link Orphan#outcome} says whether it released. */
  default void orphanFound(Orphan orphan) {}
}
