package io.twophase.bench;

/**
 * A competitor that was not measured, because the server has not what it needs.
 *
 * @param competitor which
 * @param reason why, in one sentence
 */
public record SkippedCompetitor(String competitor, String reason) {}
