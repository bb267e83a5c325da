package io.twophase.cli.period;

import io.twophase.cli.view.Arguments;
import io.twophase.domain.PeriodName;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The period that is to change, and why. */
final class PeriodChange {

  static final String NAME = "NAME";

  @Parameters(paramLabel = NAME, description = "of the period, as 2026-11")
  private String name = "";

  @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "", description = "kept with it")
  private String reason = "";

  PeriodName period() {
    return Arguments.period(name);
  }

  String reason() {
    return reason;
  }
}
