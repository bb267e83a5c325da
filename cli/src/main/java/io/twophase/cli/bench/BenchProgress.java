package io.twophase.cli.bench;

import io.twophase.bench.Bench;
import io.twophase.bench.BenchSettings;
import io.twophase.bench.measure.BenchListener;
import io.twophase.bench.measure.Cell;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Progress;
import io.twophase.cli.text.Lines;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the rounds that are over, until the process is asked to end. */
class BenchProgress implements BenchListener {

  private final AtomicLong measured;
  private final Interruption interruption;

  /**
   * Counts in {@code measured}.
   *
   * @param interruption says whether the process is asked to end
   */
  BenchProgress(AtomicLong measured, Interruption interruption) {
    this.measured = measured;
    this.interruption = interruption;
  }

  @Override
  public void round() {
    measured.incrementAndGet();
  }

  @Override
  public boolean isStopped() {
    return interruption.isAsked();
  }

  /**
   * Prints a line for each combination as it comes; the whole table comes at the end. Where there
   * is no terminal for a bar, lines on stderr say how far it is.
   */
  static final class OfCells extends BenchProgress {

    private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final Progress progress;
    private final BenchSettings settings;
    private final CommandContext context;
    private long left;
    private long told = System.nanoTime() - SILENCE_NANOS;

    OfCells(
        AtomicLong measured,
        Interruption interruption,
        Progress progress,
        BenchSettings settings,
        CommandContext context) {
      super(measured, interruption);
      this.progress = progress;
      this.settings = settings;
      this.context = context;
      this.left = Bench.rounds(settings);
    }

    @Override
    public void round() {
      super.round();
      step(1);
      if (System.nanoTime() - told > SILENCE_NANOS) {
        say();
      }
    }

    private void say() {
      told = System.nanoTime();
      if (!progress.isShown()) {
        context.note("bench: " + Lines.count(left, "round") + " left, of " + settings.round());
      }
    }

    private void step(int rounds) {
      left -= rounds;
      progress.step(rounds);
    }

    @Override
    public void skipped(int rounds) {
      step(rounds);
    }

    @Override
    public void cell(Cell cell, Duration took, int measured) {
      context.tell(BenchViews.line(cell, took, measured, settings.rounds()));
    }
  }
}
