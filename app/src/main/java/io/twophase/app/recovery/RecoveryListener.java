package io.twophase.app.recovery;

/** Is notified of what recovery does, on the thread that recovers. Must not throw. */
public interface RecoveryListener {

  /** Recovery did something to a transaction, or could not. */
  default void recovered(Recovered recovered) {}
}
