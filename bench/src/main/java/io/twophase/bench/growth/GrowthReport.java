package io.twophase.bench.growth;

import io.twophase.bench.Machine;
import java.util.List;

/**
 * How Twophase bears growth.
 *
 * @param machine where it was measured
 * @param server what the server calls itself
 * @param settings how far things grew
 * @param series one for each thing that grows
 * @param findings what is off in the books, a line each; empty if all is well
 */
public record GrowthReport(
    Machine machine,
    String server,
    GrowthSettings settings,
    List<Series> series,
    List<String> findings) {}
