package io.twophase.cli.bench;

import io.twophase.bench.measure.BenchListener;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Progress;
import io.twophase.cli.text.Lines;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the rounds that are over, until the process is asked to end. Where there is no terminal
 * for a bar, lines on stderr say how far it is.
 */
final class BenchProgress implements BenchListener, AutoCloseable {

  private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();

  private final CommandContext context;
  private final Interruption interruption;
  private final Duration round;
  private final Progress progress;
  private final AtomicLong measured;
  private final boolean isShown;
  private long left;
  private long told = System.nanoTime() - SILENCE_NANOS;

  /**
   * Counts in {@code measured}.
   *
   * @param rounds how many there are in all; none if that is not shown
   * @param round how long each lasts
   */
  BenchProgress(
      AtomicLong measured,
      CommandContext context,
      Interruption interruption,
      int rounds,
      Duration round) {
    this.measured = measured;
    this.context = context;
    this.interruption = interruption;
    this.round = round;
    this.left = rounds;
    this.isShown = rounds > 0;
    this.progress = Progress.of("bench", rounds, isShown && !context.isJson());
  }

  @Override
  public void round() {
    measured.incrementAndGet();
    skipped(1);
    if (isShown && System.nanoTime() - told > SILENCE_NANOS) {
      told = System.nanoTime();
      if (!progress.isShown()) {
        context.note("bench: " + Lines.count(left, "round") + " left, of " + round);
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
