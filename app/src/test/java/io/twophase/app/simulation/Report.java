package io.twophase.app.simulation;

import io.twophase.app.simulation.audit.Tally;

/**
 * What a simulation came to.
 *
 * @param seed of it
 * @param digest of all that happened
 * @param events how many
 * @param tally how often what happened
 */
record Report(long seed, String digest, long events, Tally tally) {}
