package io.twophase.domain.hold;

import io.twophase.domain.Epoch;

/**
 * A hold that a record asks for.
 *
 * @param record whose it is to be
 * @param epoch the epoch of the worker that asks
 * @param claim the target, and what is to be held of it
 */
public record Placing(RecordId record, Epoch epoch, Claim claim) {}
