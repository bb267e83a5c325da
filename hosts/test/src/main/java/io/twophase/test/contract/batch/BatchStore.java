package io.twophase.test.contract.batch;

import io.twophase.ports.BatchRepository;
import io.twophase.ports.TransactionRepository;

/** The batches, and the lone transactions that share their ids. */
public record BatchStore(TransactionRepository transactions, BatchRepository batches) {}
