package io.twophase.app.engine;

/** A run of a worker, as the bounds on its tries and waits concern it. */
interface Driven {

  /** How long it has waited for what others hold. */
  Patience patience();

  /** Whether anything of it may have been sent to the store. */
  boolean hasBegun();

  /** Whether it can no longer be refused. */
  boolean isPastDeciding();

  /** Whether it has come to its end. */
  boolean isStopped();

  /** How many answers in doubt it has met. */
  int doubts();

  /** A call for it has failed. */
  void doubt();

  /** It is not tried any more; nothing, if it has stopped. */
  void giveUp();
}
