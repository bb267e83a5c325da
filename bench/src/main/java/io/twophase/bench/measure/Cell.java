package io.twophase.bench.measure;

import java.time.Duration;
import java.util.List;

/**
 * One combination, and what all competitors came to in it.
 *
 * @param threads how many threads asked at the same time
 * @param spread over which accounts
 * @param latency what was added to each round trip
 * @param competitors in the order of their turns
 */
public record Cell(
    int threads, AccountSpread spread, Duration latency, List<Figures> competitors) {}
