package io.twophase.bench;

import java.time.Duration;

/**
 * The sizes to which a store grows.
 *
 * @param upTo how many finished transactions, and how many accounts, at the end; holds on one
 *     account end at a thousand, stuck transactions at ten thousand, or at this if it is less
 * @param rounds how many rounds count at each size, after one that does not
 * @param round how long a round lasts
 * @param batch how many transfers a batch carries
 * @param seed of the random choice of transfers
 */
public record GrowthSettings(int upTo, int rounds, Duration round, int batch, long seed) {}
