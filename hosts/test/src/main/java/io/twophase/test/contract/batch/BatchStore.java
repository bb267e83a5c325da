package io.twophase.test.contract.batch;

import io.twophase.ports.BatchRepository;
import io.twophase.ports.TransactionRepository;

/** The batches, and the lone transactions that share their ids. */
public record BatchStore(TransactionRepository transactions, BatchRepository batches) {

  /**
   * Batches of a store that acknowledges the end of a record before its reads show it, as a replica
   * set does: the contract reads such a record until it is shown.
   */
  public static BatchStore whoseReadsLag(
      TransactionRepository transactions, BatchRepository batches) {
    return new BatchStore(transactions, new ClosedBatches(batches));
  }
}
