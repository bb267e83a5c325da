package io.twophase.cli.command;

import io.twophase.bench.BenchSettings;
import io.twophase.bench.BenchSettings.AccountSpread;
import io.twophase.bench.GrowthReport.GrowthSettings;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The settings of a measurement, by the options of {@code bench}. */
final class BenchOptions {

  @Option(names = "--threads", paramLabel = "N", split = ",")
  @Nullable List<Integer> threads;

  @Option(names = "--accounts", paramLabel = "N", split = ",", converter = Spreads.class)
  @Nullable List<AccountSpread> accounts;

  @Option(names = "--latency", paramLabel = "TIME", split = ",", converter = Latencies.class)
  @Nullable List<Duration> latencies;

  @Option(names = "--majority-latency", paramLabel = "TIME", converter = Latencies.class)
  Duration majorityLatency = Duration.ZERO;

  @Option(names = "--rounds", paramLabel = "N")
  @Nullable Integer rounds;

  @Option(names = "--seconds", paramLabel = "S")
  @Nullable Double seconds;

  @Option(names = "--batch", paramLabel = "N", defaultValue = "500")
  int batch;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  long seed;

  @Option(
      names = "--cell-limit",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = Durations.class)
  Duration cellLimit = Duration.ofMinutes(5);

  @Option(names = "--quick")
  boolean quick;

  @Option(names = "--grow-to", paramLabel = "N")
  @Nullable Integer growTo;

  /** The settings of a comparison. Refuses a number that is too small. */
  BenchSettings comparison() {
    check();
    return new BenchSettings(
        threads(),
        or(accounts, spreads("50"), spreads("1000", "100000", "hot")),
        or(latencies, List.of(Duration.ZERO), List.of(Duration.ZERO, Duration.ofMillis(2))),
        majorityLatency,
        rounds(),
        round(),
        batch,
        seed,
        cellLimit);
  }

  /** The settings of a measurement of growth. Refuses a number that is too small. */
  GrowthSettings growth() {
    check();
    return new GrowthSettings(growTo(), rounds(), round(), batch, seed);
  }

  private void check() {
    atLeastOne("--batch", batch);
    atLeastOne("--rounds", rounds());
    threads().forEach(number -> atLeastOne("--threads", number));
    round();
    growTo();
  }

  /** The value that is given; else one for a quick measurement, or for a whole one. */
  private <T> T or(@Nullable T given, T ifQuick, T ifWhole) {
    return given != null ? given : quick ? ifQuick : ifWhole;
  }

  private List<Integer> threads() {
    return or(threads, List.of(1), List.of(1, 8));
  }

  private static List<AccountSpread> spreads(String... texts) {
    return Stream.of(texts).map(new Spreads()::convert).toList();
  }

  private int rounds() {
    return or(rounds, 1, 3);
  }

  private int growTo() {
    int upTo = or(growTo, 1_000, 1_000_000);
    CommandFailure.badInputIf(upTo < 2, "--grow-to " + upTo + " is below 2");
    return upTo;
  }

  private Duration round() {
    double length = or(seconds, 0.1, 3.0);
    CommandFailure.badInputIf(!(length > 0), "--seconds " + length + " must be above zero");
    return Duration.ofNanos((long) (length * 1e9));
  }

  private static void atLeastOne(String option, int number) {
    CommandFailure.badInputIf(number < 1, option + " " + number + " is below 1");
  }

  /** Reads how many accounts. */
  static final class Spreads implements ITypeConverter<AccountSpread> {
    @Override
    public AccountSpread convert(String text) {
      return AccountSpread.parse(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + text + "' is neither hot nor a number from 2 to 10000000"));
    }
  }

  /** Reads 0, or a number of milliseconds such as 2ms, or any other duration. */
  static final class Latencies implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      if (text.equals("0")) {
        return Duration.ZERO;
      }
      return text.matches("[0-9]{1,6}ms")
          ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
          : new Durations().convert(text);
    }
  }
}
