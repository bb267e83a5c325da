package io.twophase.ports;

/**
 * A host's condition on callers of the front door that have something written: that it holds no
 * other transaction open, for instance, of which these writes would be no part.
 */
@FunctionalInterface
public interface CallerGuard {

  /** Lets everybody through. */
  CallerGuard NONE = () -> {};

  /**
   * Is called on the caller's thread, before anything of the call is done. An exception that it
   * throws reaches the caller, and nothing was sent. It must be quick, and thread-safe.
   */
  void check();
}
