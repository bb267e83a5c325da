package io.twophase.app.engine;

/** How the transactions of one call share the engine. */
public enum StepOrder {
  /** Each goes on as soon as it can; none waits for another. */
  FREE,
  /**
   * As if one after the other, in the order given: nothing is decided before every refusal of the
   * batch is recorded, and nothing goes on behind a transaction that has to be waited for. With
   * {@code HoldOrder.CREDITS_FIRST} the balances come out as those of running them one by one, as
   * long as no account is credited before it is debited in one batch.
   */
  LOCKSTEP
}
