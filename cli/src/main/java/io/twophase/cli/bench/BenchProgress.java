package io.twophase.cli.bench;

import io.twophase.bench.measure.BenchListener;
import io.twophase.bench.measure.Cell;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Progress;
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

  /** Prints a line for each combination as it comes; the whole table comes at the end. */
  static final class OfCells extends BenchProgress {

    private final Progress progress;
    private final int rounds;
    private final CommandContext context;

    OfCells(
        AtomicLong measured,
        Interruption interruption,
        Progress progress,
        int rounds,
        CommandContext context) {
      super(measured, interruption);
      this.progress = progress;
      this.rounds = rounds;
      this.context = context;
    }

    @Override
    public void round() {
      super.round();
      progress.step();
    }

    @Override
    public void skipped(int rounds) {
      progress.step(rounds);
    }

    @Override
    public void cell(Cell cell, Duration took, int measured) {
      context.tell(BenchViews.line(cell, took, measured, rounds));
    }
  }
}
