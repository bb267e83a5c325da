package io.twophase.cli.command;

import io.twophase.bench.BenchReport;
import io.twophase.bench.BenchReport.Cell;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.BenchReport.Machine;
import io.twophase.bench.Charts;
import io.twophase.bench.GrowthReport;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.console.view.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The answers of the bench, for people and for programs. */
final class BenchViews {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;

  /** The columns of a table of competitors. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("competitor", Figures::competitor),
          new Figure("per second", figures -> number("%.0f", figures.perSecond())),
          new Figure("x tutorial", figures -> number("%.2f", figures.toTutorial())),
          new Figure("x floor", figures -> number("%.2f", figures.toFloor())),
          new Figure("p50 ms", figures -> number("%.2f", figures.p50() / MICROS_PER_MILLI)),
          new Figure("p99 ms", figures -> number("%.2f", figures.p99() / MICROS_PER_MILLI)),
          new Figure("commands", figures -> number("%.3f", figures.wire().roundTrips())),
          new Figure("waits", figures -> number("%.3f", figures.wire().majorityWaits())),
          new Figure("writes", figures -> number("%.2f", figures.wire().documentWrites())),
          new Figure("bytes", figures -> number("%.0f", figures.wire().bytesSent())));

  private record Figure(String title, Function<Figures, String> of) {}

  /**
   * The measurement, as it is shown.
   *
   * @param json for programs
   * @param text for people
   * @param findings what is off, a line each
   * @param charts draws the charts, each with the name of its file
   */
  record Answer(
      Map<String, Object> json,
      String text,
      List<String> findings,
      Callable<Map<String, byte[]>> charts) {}

  private BenchViews() {}

  static Answer of(BenchReport report) {
    return new Answer(json(report), text(report), report.findings(), () -> Charts.draw(report));
  }

  static Answer of(GrowthReport report) {
    return new Answer(json(report), text(report), report.findings(), () -> Charts.draw(report));
  }

  static Map<String, Object> json(BenchReport report) {
    return Json.object(
        "machine", Json.components(report.machine()),
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
        "commandsPerTransfer", figures.wire().roundTrips(),
        "documentWritesPerTransfer", figures.wire().documentWrites(),
        "p50Micros", figures.p50(),
        "p99Micros", figures.p99(),
        "p999Micros", figures.p999(),
        "toTutorial", figures.toTutorial(),
        "toFloor", figures.toFloor(),
        "balancesBefore", figures.before(),
        "balancesAfter", figures.after(),
        "conserved", figures.isConserved(),
        "findings", figures.findings(),
        "work", Json.components(figures.wire()));
  }

  private static Map<String, Object> json(GrowthReport report) {
    return Json.object(
        "machine", Json.components(report.machine()),
        "server", report.server(),
        "rounds", report.settings().rounds(),
        "secondsPerRound", report.settings().round().toNanos() / 1e9,
        "batch", report.settings().batch(),
        "seed", report.settings().seed(),
        "series", report.series().stream().map(Json::components).toList(),
        "findings", report.findings());
  }

  private static String text(BenchReport report) {
    StringBuilder text = new StringBuilder(heading(report.machine(), report.server()));
    for (Cell cell : report.cells()) {
      Tables table = new Tables(FIGURES.stream().map(Figure::title).toArray(String[]::new));
      for (Figures figures : cell.competitors()) {
        table.add(
            FIGURES.stream().map(figure -> figure.of().apply(figures)).toArray(String[]::new));
      }
      text.append(cell.combination()).append(":\n\n").append(table).append("\n\n");
    }
    boolean isConserved =
        report.cells().stream()
            .flatMap(cell -> cell.competitors().stream())
            .allMatch(Figures::isConserved);
    return text
        + "commands, waits for a majority, writes and bytes sent are of one transfer; all money is "
        + (isConserved ? "conserved" : "NOT conserved")
        + report.skipped().stream()
            .map(each -> "\nskipped: " + each.competitor() + ": " + each.reason())
            .collect(Collectors.joining());
  }

  /** One combination in a line, as it comes. */
  static String line(Cell cell, int rounds) {
    return cell.combination()
        + ", per second: "
        + cell.competitors().stream()
            .map(figures -> figures.competitor() + " " + number("%.0f", figures.perSecond()))
            .collect(Collectors.joining(", "))
        + number(" (%.1f s", cell.took().toMillis() / MICROS_PER_MILLI)
        + (cell.rounds() < rounds
            ? "; %s of %s, --cell-limit is over)"
                .formatted(cell.rounds(), Lines.count(rounds, "round"))
            : ")");
  }

  private static String text(GrowthReport report) {
    StringBuilder text = new StringBuilder(heading(report.machine(), report.server()));
    for (GrowthReport.Series series : report.series()) {
      Tables table = new Tables(series.grown(), series.measured());
      for (GrowthReport.Point point : series.points()) {
        table.add(
            Long.toString(point.size()),
            number(point.figure() < 100 ? "%.2f" : "%.0f", point.figure()));
      }
      text.append(table).append("\n\n");
    }
    return text.toString().stripTrailing();
  }

  private static String heading(Machine machine, String server) {
    return "%s cores; %s; %s\n%s\n\n"
        .formatted(machine.cores(), machine.jdk(), machine.os(), server);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  private static String number(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
