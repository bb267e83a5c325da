package io.twophase.cli.command;

import io.twophase.bench.Bench;
import io.twophase.bench.BenchListener;
import io.twophase.bench.BenchListener.BenchStoppedException;
import io.twophase.bench.BenchReport;
import io.twophase.bench.BenchSettings;
import io.twophase.bench.Charts;
import io.twophase.bench.Growth;
import io.twophase.bench.GrowthReport.GrowthSettings;
import io.twophase.bench.ServerProcess;
import io.twophase.cli.command.BenchViews.Answer;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri.OwnServer;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.FileFaults;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.OutputFile;
import io.twophase.console.view.Json;
import io.twophase.embedded.EmbeddedUri;
import io.twophase.embedded.storage.Durability;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures: the options say what and where, and {@link BenchViews} how it is shown. */
@Command(name = "bench")
public final class BenchCommand extends SessionCommand implements Callable<Integer> {

  private static final List<String> OF_A_COMPARISON =
      List.of("--threads", "--accounts", "--latency", "--majority-latency", "--cell-limit");

  private static final String CHARTS = "--charts";

  @Mixin BenchOptions options = new BenchOptions();

  @Option(names = "--grow")
  boolean grow;

  @Option(names = "--out", paramLabel = "FILE")
  @Nullable Path out;

  @Option(names = CHARTS, paramLabel = "DIR")
  @Nullable Path charts;

  private final AtomicLong measured = new AtomicLong();
  private volatile boolean written;

  @Override
  public Integer call() throws Exception {
    // what is no number to measure with, and what must not be replaced, is refused first
    context()
        .refuse(
            grow ? OF_A_COMPARISON : List.of("--grow-to"),
            "bench " + (grow ? "--grow" : "without --grow") + " takes no %s; leave it out");
    return grow ? call(options.growth()) : call(options.comparison());
  }

  private int call(BenchSettings settings) throws Exception {
    return call(
        Charts.names(settings.latencies()),
        Bench.rounds(settings),
        settings.round(),
        (uri, listener) -> BenchViews.of(Bench.run(uri, settings, listener, this::soFar)));
  }

  private int call(GrowthSettings settings) throws Exception {
    return call(
        Charts.growthNames(),
        0,
        settings.round(),
        (uri, listener) -> BenchViews.of(Growth.run(uri, settings, listener)));
  }

  /** Measures until the process is asked to end. */
  private int call(
      List<String> chartNames,
      int rounds,
      Duration round,
      BiFunction<String, BenchListener, Answer> measurement)
      throws Exception {
    requireWritable(chartNames);
    try (Interruption interruption =
            Interruption.of(context(), this::interrupted, Interruption.CLEANING);
        BenchProgress progress = new BenchProgress(interruption, rounds, round)) {
      try {
        return answer(withServer(uri -> measurement.apply(uri, progress)));
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

  /** Refuses files that must not be written, and makes the folder, before anything is measured. */
  private void requireWritable(List<String> chartNames) {
    try (OutputFile file = out == null ? null : OutputFile.begin("--out", out, Set.of())) {
      if (charts != null) {
        make(charts);
        for (String name : chartNames) {
          requireWritable(charts.resolve(name), file);
        }
      }
    }
  }

  private static void requireWritable(Path chart, @Nullable OutputFile besides) {
    try (OutputFile file = OutputFile.begin(CHARTS, chart, Set.of())) {
      CommandFailure.badInputIf(
          besides != null && file.isAlso(besides),
          CHARTS + ": " + file + " is what --out writes, too");
    }
  }

  private static void make(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException none) {
      throw CommandFailure.badInput(CHARTS + ": " + folder + " is no folder");
    } catch (IOException fault) {
      throw CommandFailure.output(
          CHARTS + ": folder " + folder + " cannot be made: " + FileFaults.words(fault));
    }
  }

  /** Shows the last combination, and writes all so far: an interrupt loses none of it. */
  private void soFar(BenchReport report) {
    context()
        .tell(
            BenchViews.line(
                report.cells().get(report.cells().size() - 1), report.settings().rounds()));
    if (out != null) {
      write(out, BenchViews.json(report));
      written = true;
    }
  }

  private static void write(Path out, Object json) {
    write("--out", out, (Json.text(json) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void write(String option, Path path, byte[] content) {
    try (OutputFile file = OutputFile.begin(option, path, Set.of())) {
      file.put(content);
    }
  }

  private String interrupted() {
    return "interrupted after "
        + Lines.count(measured.get(), "round")
        + (written ? "; file " + out + " has what was measured" : "; no file was written")
        + "; databases that begin with twophase-bench- on the server are the"
        + " bench's own, and may be dropped if any is left; to measure: the same command again";
  }

  private <T> T withServer(Function<String, T> work) throws IOException {
    try {
      return OwnServer.with(
          context(),
          "store 'memory:' is no server, which is what is measured",
          "twophase-bench",
          store -> started(context().mainClass(), store),
          server -> work.apply(server.uri()));
    } catch (IllegalArgumentException refused) {
      throw CommandFailure.badInput(String.valueOf(refused.getMessage()));
    }
  }

  private static OwnServer started(String mainClass, EmbeddedUri store) throws IOException {
    CommandFailure.badInputIf(
        store.durability() != Durability.PROCESS_END,
        "durable=true is not measured by bench: start twophase server --durable, and name its"
            + " mongodb:// URI");
    ServerProcess server = ServerProcess.start(mainClass, store.directory());
    return new OwnServer(server.uri(), server::close);
  }

  private int answer(Answer answer) throws Exception {
    if (out != null) {
      write(out, answer.json());
    }
    context().answer(answer::json, answer::text);
    int exitCode = noted(answer.findings());
    Path folder = charts;
    if (folder != null) {
      answer
          .charts()
          .call()
          .forEach((name, content) -> write(CHARTS, folder.resolve(name), content));
    }
    return exitCode;
  }

  /**
   * Counts the rounds that are over, until the process is asked to end. If there is no terminal for
   * a bar, then lines on stderr say how far it is.
   */
  private final class BenchProgress implements BenchListener, AutoCloseable {

    private static final long SILENCE_NANOS = 10_000_000_000L;

    private final Interruption interruption;
    private final Duration round;
    private final Progress progress;
    private final boolean isShown;
    private long left;
    private long told = System.nanoTime() - SILENCE_NANOS;

    /**
     * Counts the rounds of a measurement.
     *
     * @param rounds how many there are in all; none if that is not shown
     * @param round how long each lasts
     */
    BenchProgress(Interruption interruption, int rounds, Duration round) {
      this.interruption = interruption;
      this.round = round;
      this.left = rounds;
      this.isShown = rounds > 0;
      this.progress = Progress.of("bench", rounds, isShown && !context().isJson());
    }

    @Override
    public void round() {
      measured.incrementAndGet();
      skipped(1);
      if (isShown && System.nanoTime() - told > SILENCE_NANOS) {
        told = System.nanoTime();
        if (!progress.isShown()) {
          note("bench: " + Lines.count(left, "round") + " left, of " + round);
        }
      }
    }

    @Override
    public void skipped(int rounds) {
      left -= rounds;
      progress.step(rounds);
    }

    @Override
    public boolean isStopped() {
      return interruption.isAsked();
    }

    @Override
    public void close() {
      progress.close();
    }
  }
}
