package io.twophase.cli.context;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A progress bar on a terminal, and none otherwise. It is there as soon as it is made. */
public final class Progress implements AutoCloseable {

  /** Set by the launcher, which can tell: from JDK 22 on, a JVM has a console without one. */
  public static final String TERMINAL = "twophase.terminal";

  private static final int COLUMNS = 80;
  private static final int UNKNOWN = -1;

  private final Optional<ProgressBar> bar;

  private Progress(Optional<ProgressBar> bar) {
    this.bar = bar;
  }

  /** A bar whose length is not known yet. */
  public static Progress of(String task, boolean wanted) {
    return of(task, UNKNOWN, wanted);
  }

  public static Progress of(String task, long rows, boolean wanted) {
    if (!wanted || !Boolean.getBoolean(TERMINAL)) {
      return new Progress(Optional.empty());
    }
    PrintStream stream = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(rows)
            .showSpeed()
            .continuousUpdate()
            .setConsumer(new ConsoleProgressBarConsumer(stream, COLUMNS))
            .build();
    bar.refresh();
    return new Progress(Optional.of(bar));
  }

  /** Returns whether there is a bar. */
  public boolean isShown() {
    return bar.isPresent();
  }

  /** Begins a phase: names what is counted from now on, and how far. */
  public void phase(String doing, long rows) {
    bar.ifPresent(shown -> shown.setExtraMessage(" " + doing).stepTo(0).maxHint(rows).refresh());
  }

  public void step(long rows) {
    bar.ifPresent(shown -> shown.stepBy(rows));
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
  }
}
