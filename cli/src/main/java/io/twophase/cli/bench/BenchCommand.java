package io.twophase.cli.bench;

import io.twophase.bench.Bench;
import io.twophase.bench.BenchReport;
import io.twophase.bench.BenchSettings;
import io.twophase.bench.Charts;
import io.twophase.bench.Growth;
import io.twophase.bench.GrowthReport;
import io.twophase.bench.GrowthSettings;
import io.twophase.bench.measure.BenchListener;
import io.twophase.bench.measure.BenchStoppedException;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures: the options say what, {@link BenchServer} where, and {@link BenchViews} how it is
 * shown.
 */
@Command(
    name = "bench",
    footer = {"More: docs/PERFORMANCE.md"},
    description =
        "Measure the tutorial's protocol, this one, and a floor without safety, in turn on one"
            + " server: the one of --store, or else an embedded one in a process of its own. In"
            + " databases of its own, which it drops.")
public final class BenchCommand extends SessionCommand implements Callable<Integer> {

  private static final String STORE = "--store";

  @Mixin BenchOptions options = new BenchOptions();

  @Option(names = "--grow", description = "instead, measure how growth is borne")
  boolean grow;

  @Option(names = "--out", paramLabel = "FILE", description = "write the JSON there, too")
  @Nullable Path out;

  @Option(names = "--charts", paramLabel = "DIR", description = "draw PNG files there")
  @Nullable Path charts;

  private final AtomicLong measured = new AtomicLong();
  private volatile boolean written;

  /**
   * The measurement, as it is shown.
   *
   * @param json for programs
   * @param text for people
   * @param findings what is off, a line each
   * @param charts draws the charts, each with the name of its file
   */
  private record Answer(
      Map<String, Object> json,
      String text,
      List<String> findings,
      Callable<Map<String, byte[]>> charts) {}

  @Override
  public Integer call() throws Exception {
    // what is no number to measure with, and what must not be replaced, is refused first
    return grow ? call(options.growth()) : call(options.comparison());
  }

  private int call(BenchSettings settings) throws Exception {
    return call(
        Charts.names(settings.latencies()),
        Bench.rounds(settings),
        settings.round(),
        (uri, listener) -> {
          BenchReport report = Bench.run(uri, settings, listener, this::soFar);
          return new Answer(
              BenchViews.json(report),
              BenchViews.text(report),
              report.findings(),
              () -> Charts.draw(report));
        });
  }

  private int call(GrowthSettings settings) throws Exception {
    return call(
        Charts.growthNames(),
        0,
        settings.round(),
        (uri, listener) -> {
          GrowthReport report = Growth.run(uri, settings, listener);
          return new Answer(
              BenchViews.json(report),
              BenchViews.text(report),
              report.findings(),
              () -> Charts.draw(report));
        });
  }

  /** Measures until the process is asked to end. */
  private int call(
      List<String> chartNames,
      int rounds,
      Duration round,
      BiFunction<String, BenchListener, Answer> measurement)
      throws Exception {
    try (OutputFile file = out == null ? null : OutputFile.begin("--out", out, Set.of());
        ChartFiles drawn = charts == null ? null : ChartFiles.begin(charts, chartNames, file);
        Interruption interruption = Interruption.of(context(), this::interrupted)) {
      try (BenchProgress progress =
          new BenchProgress(measured, context(), interruption, rounds, round)) {
        return answer(withServer(uri -> measurement.apply(uri, progress)), file, drawn);
      } catch (BenchStoppedException stopped) {
        return ExitCode.INTERRUPTED;
      } catch (StoreException | IOException fault) {
        // whoever ended this process may have ended the server, too
        if (interruption.isAsked()) {
          return ExitCode.INTERRUPTED;
        }
        throw fault;
      }
    }
  }

  /** Shows the last combination, and writes all so far: an interrupt loses none of it. */
  private void soFar(BenchReport report) {
    context()
        .tell(
            BenchViews.line(
                report.cells().get(report.cells().size() - 1), report.settings().rounds()));
    if (out != null) {
      try (OutputFile file = OutputFile.begin("--out", out, Set.of())) {
        write(file, BenchViews.json(report));
        written = true;
      }
    }
  }

  private static void write(OutputFile file, Object json) {
    try {
      file.writer().write(Json.text(json) + "\n");
    } catch (IOException fault) {
      throw file.failed(fault);
    }
    file.commit();
  }

  private String interrupted() {
    return "interrupted after "
        + Lines.count(measured.get(), "round")
        + (written ? "; file " + out + " has what was measured" : "; no file was written")
        + "; databases that begin with twophase-bench- on the server are the"
        + " bench's own, and may be dropped if any is left; to measure: the same command again";
  }

  private <T> T withServer(Function<String, T> work) throws IOException {
    boolean chosen = context().isGiven(STORE);
    try {
      return BenchServer.with(
          StoreUri.parse(context().store()), chosen, context().mainClass(), work);
    } catch (IllegalArgumentException refused) {
      throw CommandFailure.badInput(String.valueOf(refused.getMessage()));
    }
  }

  private int answer(Answer answer, @Nullable OutputFile file, @Nullable ChartFiles drawn)
      throws Exception {
    if (file != null) {
      write(file, answer.json());
    }
    context().answer(answer::json, answer::text);
    answer.findings().forEach(this::note);
    if (drawn != null) {
      drawn.write(answer.charts().call());
    }
    return answer.findings().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }
}
