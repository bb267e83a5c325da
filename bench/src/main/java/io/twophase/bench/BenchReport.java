package io.twophase.bench;

import io.twophase.bench.measure.Cell;
import java.util.List;

/**
 * All that was measured.
 *
 * @param machine where
 * @param server what the server calls itself
 * @param settings what was asked for
 * @param cells the combinations, in the order they were measured
 * @param skipped the competitors that this server cannot be measured with
 */
public record BenchReport(
    Machine machine,
    String server,
    BenchSettings settings,
    List<Cell> cells,
    List<SkippedCompetitor> skipped) {

  /** What is off, a line each, which names the competitor and the combination. */
  public List<String> findings() {
    return cells.stream()
        .flatMap(
            cell ->
                cell.competitors().stream()
                    .flatMap(
                        competitor ->
                            competitor.findings().stream()
                                .map(
                                    finding ->
                                        competitor.competitor()
                                            + ", "
                                            + cell.threads()
                                            + " threads, accounts "
                                            + cell.spread().name()
                                            + ": "
                                            + finding)))
        .toList();
  }
}
