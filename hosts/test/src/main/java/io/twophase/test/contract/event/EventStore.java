package io.twophase.test.contract.event;

import io.twophase.ports.BatchRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.TransactionRepository;

/** The events, and the records that they are of. */
public record EventStore(
    TransactionRepository transactions, BatchRepository batches, EventRepository events) {}
