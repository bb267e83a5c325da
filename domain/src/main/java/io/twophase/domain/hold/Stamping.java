package io.twophase.domain.hold;

import io.twophase.domain.Epoch;

/**
 * A hold that is to be raised to an epoch.
 *
 * @param target which has it
 * @param read the hold, as it was seen
 * @param epoch newer than the hold's
 */
public record Stamping(Target target, Hold read, Epoch epoch) {}
