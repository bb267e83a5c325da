package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import io.twophase.app.engine.ProtocolStep;

/** A step of the protocol: one call on the store, or a few, for any number of transactions. */
public final class StepContext extends Observation.Context {

  private final ProtocolStep step;
  private final int transactions;

  StepContext(ProtocolStep step, int transactions) {
    this.step = step;
    this.transactions = transactions;
  }

  /** Returns which step. */
  public ProtocolStep step() {
    return step;
  }

  /** Returns the number of transactions; a batch that is one transaction counts as one. */
  public int transactions() {
    return transactions;
  }
}
