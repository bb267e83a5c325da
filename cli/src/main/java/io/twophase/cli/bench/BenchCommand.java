package io.twophase.cli.bench;

import io.twophase.bench.Bench;
import io.twophase.bench.BenchReport;
import io.twophase.bench.BenchSettings;
import io.twophase.bench.chart.Charts;
import io.twophase.bench.growth.Growth;
import io.twophase.bench.growth.GrowthReport;
import io.twophase.bench.growth.GrowthSettings;
import io.twophase.bench.measure.AccountSpread;
import io.twophase.bench.measure.BenchListener;
import io.twophase.bench.measure.BenchStoppedException;
import io.twophase.bench.measure.Cell;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Logging;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.text.Durations;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Measures. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measure the tutorial's protocol, this one, and a floor without safety, in turn on one server:"
            + " the one of --store, or else an embedded one in a process of its own. In databases of its own,"
            + " which it drops.")
public final class BenchCommand implements Callable<Integer> {

  private static final String STORE = "--store";

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public BenchCommand(CommandContext context) {
    this.context = context;
  }

  @Option(names = "--threads", paramLabel = "N", split = ",", description = "default: 1,8")
  List<Integer> threads = List.of();

  @Option(
      names = "--accounts",
      paramLabel = "N",
      split = ",",
      converter = Spreads.class,
      description = "over how many accounts; hot: 2 (default: 1000,100000,hot)")
  List<AccountSpread> accounts = List.of();

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      split = ",",
      converter = Latencies.class,
      description = "added to each round trip, half each way (default: 0,2ms)")
  List<Duration> latencies = List.of();

  @Option(names = "--rounds", paramLabel = "N", description = "rounds that count (default: 3)")
  @Nullable Integer rounds;

  @Option(names = "--seconds", paramLabel = "S", description = "length of a round (default: 3)")
  @Nullable Double seconds;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "500",
      description = "transfers in a batch (default: ${DEFAULT-VALUE})")
  int batch;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the draws (default: ${DEFAULT-VALUE})")
  long seed;

  @Option(
      names = "--cell-limit",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = Durations.class,
      description =
          "how long one combination may take: no further round of it begins then"
              + " (default: ${DEFAULT-VALUE})")
  Duration cellLimit = Duration.ofMinutes(5);

  @Option(names = "--quick", description = "a smoke run of seconds: figures of no worth")
  boolean quick;

  @Option(names = "--grow", description = "instead, measure how growth is borne")
  boolean grow;

  @Option(names = "--grow-to", paramLabel = "N", description = "how far (default: 1000000)")
  @Nullable Integer growTo;

  @Option(names = "--out", paramLabel = "FILE", description = "write the JSON there, too")
  @Nullable Path out;

  @Option(names = "--charts", paramLabel = "DIR", description = "draw PNG files there")
  @Nullable Path charts;

  private @Nullable OutputFile output;
  private @Nullable ChartFiles pictures;
  private @Nullable Interruption interruption;
  private final AtomicLong measured = new AtomicLong();

  @Override
  public Integer call() throws IOException {
    Logging.setUp(context.isVerbose());
    atLeastOne("--batch", batch);
    atLeastOne("--rounds", rounds());
    threads().forEach(number -> atLeastOne("--threads", number));
    round();
    growTo();
    // what must not be replaced is refused before anything is measured
    try (OutputFile file = out == null ? null : OutputFile.begin("--out", out, Set.of());
        ChartFiles drawn = charts == null ? null : ChartFiles.begin(charts, chartNames(), file)) {
      output = file;
      pictures = drawn;
      return measure();
    }
  }

  private int measure() throws IOException {
    try (Interruption ending = Interruption.of(context, this::interrupted)) {
      interruption = ending;
      try {
        return grow ? grow() : bench();
      } catch (BenchStoppedException stopped) {
        return ExitCode.INTERRUPTED;
      } catch (StoreException fault) {
        // whoever ended this process may have ended the server, too
        if (ending.isAsked()) {
          return ExitCode.INTERRUPTED;
        }
        throw fault;
      }
    }
  }

  private String interrupted() {
    return "interrupted after "
        + Lines.count(measured.get(), "round")
        + "; no file was written; databases that begin with twophase-bench- on the server are the"
        + " bench's own, and may be dropped if any is left; to measure: the same command again";
  }

  private List<String> chartNames() {
    return grow ? Charts.growthNames() : Charts.names(latencies());
  }

  private int bench() throws IOException {
    BenchSettings settings =
        new BenchSettings(
            threads(),
            !accounts.isEmpty() ? accounts : spreads(quick ? "50,hot" : "1000,100000,hot"),
            latencies(),
            rounds(),
            round(),
            batch,
            seed,
            cellLimit);
    BenchReport report;
    try (Progress progress = Progress.of("bench", Bench.rounds(settings), !context.isJson())) {
      report =
          withServer(
              uri -> Bench.run(uri, settings, new ProgressPrinter(progress, settings.rounds())));
    }
    int exitCode = answer(BenchViews.json(report), BenchViews.text(report), report.findings());
    if (pictures != null) {
      pictures.write(Charts.draw(report));
    }
    return exitCode;
  }

  private int grow() throws IOException {
    GrowthSettings settings = new GrowthSettings(growTo(), rounds(), round(), batch, seed);
    GrowthReport report = withServer(uri -> Growth.run(uri, settings, new RoundCounter()));
    int exitCode = answer(BenchViews.json(report), BenchViews.text(report), report.findings());
    if (pictures != null) {
      pictures.write(Charts.draw(report));
    }
    return exitCode;
  }

  private <T> T withServer(Function<String, T> work) throws IOException {
    boolean chosen = context.isGiven(STORE);
    try {
      return BenchServer.with(StoreUri.parse(context.store()), chosen, context.mainClass(), work);
    } catch (IllegalArgumentException refused) {
      throw CommandFailure.badInput(String.valueOf(refused.getMessage()));
    }
  }

  /** Counts the rounds, until the process is asked to end. */
  private class RoundCounter implements BenchListener {

    @Override
    public void round() {
      measured.incrementAndGet();
    }

    @Override
    public boolean isStopped() {
      return interruption != null && interruption.isAsked();
    }
  }

  /** A line for each combination as it comes; the whole table comes at the end. */
  private final class ProgressPrinter extends RoundCounter {

    private final Progress progress;
    private final int rounds;

    ProgressPrinter(Progress progress, int rounds) {
      this.progress = progress;
      this.rounds = rounds;
    }

    @Override
    public void round() {
      super.round();
      progress.step();
    }

    @Override
    public void cell(Cell cell, Duration took, int measured) {
      context.tell(BenchViews.line(cell, took, measured, rounds));
    }
  }

  private int answer(Map<String, Object> json, String text, List<String> findings) {
    if (output != null) {
      try {
        output.writer().write(Json.text(json) + "\n");
      } catch (IOException fault) {
        throw output.failed(fault);
      }
      output.commit();
    }
    context.answer(() -> json, () -> text);
    findings.forEach(context::note);
    return findings.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private List<Integer> threads() {
    if (!threads.isEmpty()) {
      return threads;
    }
    return quick ? List.of(1) : List.of(1, 8);
  }

  private List<Duration> latencies() {
    return !latencies.isEmpty() ? latencies : List.of(Duration.ZERO, Duration.ofMillis(2));
  }

  private int rounds() {
    return rounds != null ? rounds : quick ? 1 : 3;
  }

  private int growTo() {
    int upTo = growTo != null ? growTo : quick ? 1_000 : 1_000_000;
    if (upTo < 2) {
      throw CommandFailure.badInput("--grow-to " + upTo + " is below 2");
    }
    return upTo;
  }

  private Duration round() {
    double length = seconds != null ? seconds : quick ? 0.1 : 3;
    if (!(length > 0)) {
      throw CommandFailure.badInput("--seconds " + length + " is not above zero");
    }
    return Duration.ofNanos((long) (length * 1e9));
  }

  private static List<AccountSpread> spreads(String texts) {
    return List.of(texts.split(",")).stream().map(text -> AccountSpread.parse(text).get()).toList();
  }

  private static void atLeastOne(String option, int number) {
    if (number < 1) {
      throw CommandFailure.badInput(option + " " + number + " is below 1");
    }
  }

  /** Reads how many accounts. */
  static final class Spreads implements ITypeConverter<AccountSpread> {
    @Override
    public AccountSpread convert(String text) {
      return AccountSpread.parse(text)
          .getOrElseThrow(
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
