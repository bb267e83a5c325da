package io.twophase.app.engine;

/** What an engine does with workers that wait for others' work, or for room on an account. */
public enum WaitPolicy {
  /** Pauses and looks again, until its patience is spent. */
  PAUSE,
  /**
   * Gives them back unstopped, once nothing else is left to do. One that was given as it waits
   * looks once before.
   */
  LEAVE,
  /** Looks no more: their patience is spent. */
  END
}
