package io.twophase.app.transfer;

/** The meaning of the order of many transfers. */
public enum Order {
  /** The balances are exactly those of running them one after the other, in the order given. */
  AS_GIVEN,
  /** They may overtake each other, for speed. */
  ANY
}
