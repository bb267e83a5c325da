package io.twophase.app.event;

import io.twophase.domain.event.EventPosition;
import io.twophase.domain.record.TransactionLookup;

/**
 * A decided transaction, as it is read in the order of the numbers.
 *
 * @param position where a consumer is once it has handled this event
 * @param transaction as it is now: applied or canceled, and perhaps finished since; absent where
 *     retention has removed it, and then of a batch that is gone the batch's id; or unreadable
 */
public record Event(EventPosition position, TransactionLookup transaction) {}
