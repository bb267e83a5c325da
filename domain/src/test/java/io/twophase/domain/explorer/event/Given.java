package io.twophase.domain.explorer.event;

/**
 * A number as its server has it.
 *
 * @param record whose it is
 * @param isKept whether a majority has it
 */
record Given(int record, boolean isKept) {}
