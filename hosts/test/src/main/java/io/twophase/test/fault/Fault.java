package io.twophase.test.fault;

/** A fault of a write, as its caller sees it and as the store does. */
public enum Fault {
  /** The call throws {@code StoreUnavailableException}; nothing is changed. */
  UNAVAILABLE,
  /** Every element is answered in doubt; nothing is changed. */
  LOSE_REQUEST,
  /** Every element is answered in doubt; the changes are made. */
  LOSE_ANSWER,
  /**
   * Every element is answered in doubt; the changes are made when {@link Faults#deliverLate} says
   * so.
   */
  DELIVER_LATE
}
