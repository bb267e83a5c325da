package io.twophase.console.live;

import io.twophase.domain.record.Vitals;
import java.time.Instant;

/**
 * The work of all processes together between two readings of their beats.
 *
 * @param at when the later one was read
 * @param decidedPerSecond of each process by the time between its own beats
 * @param refusedPerSecond likewise
 * @param done all that was done
 */
public record Rate(Instant at, double decidedPerSecond, double refusedPerSecond, Vitals done) {}
