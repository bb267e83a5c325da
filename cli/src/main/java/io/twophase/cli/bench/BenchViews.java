package io.twophase.cli.bench;

import io.twophase.bench.BenchReport;
import io.twophase.bench.Machine;
import io.twophase.bench.growth.GrowthReport;
import io.twophase.bench.growth.Series;
import io.twophase.bench.measure.Cell;
import io.twophase.bench.measure.Figures;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What the bench answers, for people and for programs. */
final class BenchViews {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;

  private BenchViews() {}

  static Map<String, Object> json(BenchReport report) {
    return Json.object(
        "machine", json(report.machine()),
        "server", report.server(),
        "rounds", report.settings().rounds(),
        "secondsPerRound", report.settings().round().toNanos() / 1e9,
        "batch", report.settings().batch(),
        "seed", report.settings().seed(),
        "majorityLatencyMillis", millis(report.settings().majorityLatency()),
        "cells", report.cells().stream().map(BenchViews::json).toList(),
        "skipped",
            report.skipped().stream()
                .map(each -> Json.object("side", each.competitor(), "reason", each.reason()))
                .toList(),
        "findings", report.findings());
  }

  private static Map<String, Object> json(Cell cell) {
    return Json.object(
        "threads", cell.threads(),
        "accounts", cell.spread().name(),
        "latencyMillis", millis(cell.latency()),
        "sides", cell.competitors().stream().map(BenchViews::json).toList());
  }

  private static Map<String, Object> json(Figures figures) {
    return Json.object(
        "side", figures.competitor(),
        "perSecond", figures.perSecond(),
        "perSecondByRound", figures.rounds(),
        "commandsPerTransfer", figures.commandsPerTransfer(),
        "documentWritesPerTransfer", figures.writesPerTransfer(),
        "p50Micros", figures.p50(),
        "p99Micros", figures.p99(),
        "p999Micros", figures.p999(),
        "toTutorial", figures.toTutorial(),
        "toFloor", figures.toFloor(),
        "balancesBefore", figures.before(),
        "balancesAfter", figures.after(),
        "conserved", figures.isConserved(),
        "findings", figures.findings(),
        "work", WorkViews.json(figures.work()));
  }

  static Map<String, Object> json(GrowthReport report) {
    return Json.object(
        "machine", json(report.machine()),
        "server", report.server(),
        "rounds", report.settings().rounds(),
        "secondsPerRound", report.settings().round().toNanos() / 1e9,
        "batch", report.settings().batch(),
        "seed", report.settings().seed(),
        "series", report.series().stream().map(BenchViews::json).toList(),
        "findings", report.findings());
  }

  private static Map<String, Object> json(Series series) {
    return Json.object(
        "name", series.name(),
        "grown", series.grown(),
        "measured", series.measured(),
        "points",
            series.points().stream()
                .map(point -> Json.object("size", point.size(), "figure", point.figure()))
                .toList());
  }

  private static Map<String, Object> json(Machine machine) {
    return Json.object(
        "cores", machine.cores(),
        "jdk", machine.jdk(),
        "os", machine.os(),
        "maxHeapMegabytes", machine.maxHeapMegabytes());
  }

  static String text(BenchReport report) {
    StringBuilder text = new StringBuilder(heading(report.machine(), report.server()));
    for (Cell cell : report.cells()) {
      Tables table =
          new Tables(
              "competitor",
              "per second",
              "x tutorial",
              "x floor",
              "p50 ms",
              "p99 ms",
              "commands",
              "writes");
      for (Figures figures : cell.competitors()) {
        table.add(
            figures.competitor(),
            number("%.0f", figures.perSecond()),
            number("%.2f", figures.toTutorial()),
            number("%.2f", figures.toFloor()),
            number("%.2f", figures.p50() / MICROS_PER_MILLI),
            number("%.2f", figures.p99() / MICROS_PER_MILLI),
            number("%.2f", figures.commandsPerTransfer()),
            number("%.2f", figures.writesPerTransfer()));
      }
      text.append(combination(cell)).append(":\n\n").append(table).append("\n\n");
    }
    return text + money(report) + skipped(report) + "\n\n" + WorkViews.text(report);
  }

  private static String money(BenchReport report) {
    boolean isConserved =
        report.cells().stream()
            .flatMap(cell -> cell.competitors().stream())
            .allMatch(Figures::isConserved);
    return "commands and writes are of one transfer; all money is "
        + (isConserved ? "conserved" : "NOT conserved");
  }

  private static String skipped(BenchReport report) {
    return report.skipped().stream()
        .map(each -> "\nskipped: " + each.competitor() + ": " + each.reason())
        .collect(Collectors.joining());
  }

  static String combination(Cell cell) {
    return number("%.0f ms", millis(cell.latency()))
        + ", accounts "
        + cell.spread().name()
        + ", "
        + Lines.count(cell.threads(), "thread");
  }

  /** One combination in a line, as it comes. */
  static String line(Cell cell, Duration took, int measured, int rounds) {
    return combination(cell)
        + ", per second: "
        + String.join(
            ", ",
            cell.competitors().stream()
                .map(figures -> figures.competitor() + " " + number("%.0f", figures.perSecond()))
                .toList())
        + number(" (%.1f s", took.toMillis() / MICROS_PER_MILLI)
        + (measured < rounds
            ? "; " + measured + " of " + Lines.count(rounds, "round") + ", --cell-limit is over)"
            : ")");
  }

  static String text(GrowthReport report) {
    StringBuilder text = new StringBuilder(heading(report.machine(), report.server()));
    for (Series series : report.series()) {
      Tables table = new Tables(series.grown(), series.measured());
      for (Series.Point point : series.points()) {
        table.add(
            Long.toString(point.size()),
            number(point.figure() < 100 ? "%.2f" : "%.0f", point.figure()));
      }
      text.append(table).append("\n\n");
    }
    return text.toString().stripTrailing();
  }

  private static String heading(Machine machine, String server) {
    return String.join(
        "\n",
        List.of(
            machine.cores() + " cores; " + machine.jdk() + "; " + machine.os(), server, "", ""));
  }

  static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  static String number(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
