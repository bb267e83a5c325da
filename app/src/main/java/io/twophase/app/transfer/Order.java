package io.twophase.app.transfer;

/** What the order of many transfers means. */
public enum Order {
  /** The balances are exactly those of running them one after the other, in the order given. */
  AS_GIVEN,
  /** They may overtake each other, for speed. */
  ANY
}
