package io.twophase.cli.context;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A progress bar on a terminal, and none otherwise. It is there as soon as it is made. */
public final class Progress implements AutoCloseable {

  /** Set by the launcher, which can tell: from JDK 22 on, a JVM has a console without one. */
  public static final String TERMINAL = "twophase.terminal";

  private static final int COLUMNS = 80;
  private static final int UNKNOWN = -1;

  private final @Nullable ProgressBar bar;

  private Progress(@Nullable ProgressBar bar) {
    this.bar = bar;
  }

  /** A bar whose length is not known yet. */
  public static Progress of(String task, boolean wanted) {
    return of(task, UNKNOWN, wanted, System.err);
  }

  public static Progress of(String task, long rows, boolean wanted) {
    return of(task, rows, wanted, System.err);
  }

  public static Progress of(String task, long rows, boolean wanted, OutputStream terminal) {
    if (!wanted || !Boolean.getBoolean(TERMINAL)) {
      return new Progress(null);
    }
    PrintStream stream = new PrintStream(terminal, true, StandardCharsets.UTF_8);
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(rows)
            .showSpeed()
            .continuousUpdate()
            .setConsumer(new ConsoleProgressBarConsumer(stream, COLUMNS))
            .build();
    bar.refresh();
    return new Progress(bar);
  }

  /** Returns whether there is a bar. */
  public boolean isShown() {
    return bar != null;
  }

  /** Begins a phase: names what is counted from now on, and how far. */
  public void phase(String doing, long rows) {
    if (bar != null) {
      bar.setExtraMessage(" " + doing);
      bar.stepTo(0);
      bar.maxHint(rows);
      bar.refresh();
    }
  }

  public void step() {
    step(1);
  }

  public void step(long rows) {
    if (bar != null) {
      bar.stepBy(rows);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
