package io.twophase.app.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A progress bar on a terminal, and none otherwise. */
final class Progress implements AutoCloseable {

  /** Set by the launcher, which can tell: from JDK 22 on, a JVM has a console without one. */
  private static final String TERMINAL = "twophase.terminal";

  private final @Nullable ProgressBar bar;

  private Progress(@Nullable ProgressBar bar) {
    this.bar = bar;
  }

  static Progress of(String task, long rows, boolean wanted) {
    return new Progress(
        wanted && Boolean.getBoolean(TERMINAL)
            ? new ProgressBarBuilder().setTaskName(task).setInitialMax(rows).showSpeed().build()
            : null);
  }

  void step() {
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
