package io.twophase.app.engine;

/** The treatment of workers that wait for others' work, or for room on an account. */
public enum WaitPolicy {
  /** Pauses and tries again, until the patience is spent. */
  PAUSE,
  /**
   * Returns them, still waiting, when nothing else is left to do. A worker that was already waiting
   * tries once before that.
   */
  LEAVE,
  /** Does not try again: their patience is spent. */
  END
}
