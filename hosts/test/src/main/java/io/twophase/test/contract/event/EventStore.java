package io.twophase.test.contract.event;

import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;

/** The events, and the records that they are of. */
public record EventStore(Records records, EventRepository events) {}
