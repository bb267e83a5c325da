package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import java.util.List;

/** Work of one thread on several transactions, asked for by one caller or by many. */
public final class BatchContext extends Observation.Context {

  private final List<Observation> transactions;

  BatchContext(List<Observation> transactions) {
    this.transactions = List.copyOf(transactions);
  }

  /** The observations of the transactions, each of a {@link TransactionContext}. */
  public List<Observation> transactions() {
    return transactions;
  }
}
