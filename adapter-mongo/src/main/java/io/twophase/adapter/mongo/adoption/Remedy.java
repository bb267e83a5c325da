package io.twophase.adapter.mongo.adoption;

/** The treatment of something that the tutorial's protocol has left. */
public enum Remedy {
  /** Nothing: it is no obstacle. */
  LEAVE,
  /** The transaction goes on to done, by the tutorial's rules. */
  FINISH,
  /** The transaction is taken back to canceled, by the tutorial's rules. */
  UNDO,
  /** The mark is removed; the balance stays. */
  PULL,
  /** The mark is removed, and the amount that it stands for is moved back. */
  REVERSE,
  /** Nothing: what is right cannot be known, or would do harm. A person has to decide. */
  REFUSE
}
