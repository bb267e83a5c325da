package io.twophase.cli.bench;

import io.twophase.bench.BenchReport;
import io.twophase.bench.chart.Charts;
import io.twophase.bench.growth.GrowthReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What was measured, as it is shown.
 *
 * @param json for programs
 * @param text for people
 * @param findings what is off, a line each
 * @param charts draws the charts
 */
record BenchAnswer(Map<String, Object> json, String text, List<String> findings, Pictures charts) {

  /** Draws. */
  interface Pictures {
    Map<String, byte[]> draw() throws IOException;
  }

  static BenchAnswer ofComparison(BenchReport report) {
    return new BenchAnswer(
        BenchViews.json(report),
        BenchViews.text(report),
        report.findings(),
        () -> Charts.draw(report));
  }

  static BenchAnswer ofGrowth(GrowthReport report) {
    return new BenchAnswer(
        BenchViews.json(report),
        BenchViews.text(report),
        report.findings(),
        () -> Charts.draw(report));
  }
}
