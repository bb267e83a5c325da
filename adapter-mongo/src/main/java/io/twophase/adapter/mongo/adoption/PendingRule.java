package io.twophase.adapter.mongo.adoption;

/** The treatment of a tutorial's transaction that is pending: its rules allow either. */
public enum PendingRule {
  /** It goes on to done. */
  FINISH,
  /** It is taken back, and is canceled. */
  UNDO
}
