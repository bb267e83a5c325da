package io.twophase.app.function.history;

import io.twophase.app.function.history.Run.Outcome;
import io.twophase.app.function.history.Run.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Records what callers saw. Thread-safe. */
final class History {

  private final AtomicLong clock = new AtomicLong();
  private final List<Run> runs = new ArrayList<>();

  /** The runs that have completed. */
  synchronized List<Run> runs() {
    return List.copyOf(runs);
  }

  private synchronized void add(Run run) {
    runs.add(run);
  }

  /** One call, which comes to one run or several, for one thread. */
  final class Call {
    private List<Step> steps = new ArrayList<>();
    private long invoked = -1;

    /** The function runs: if it ran before, then that run has not happened. */
    void begin() {
      end(Outcome.NOT_APPLIED);
      steps = new ArrayList<>();
      invoked = clock.incrementAndGet();
    }

    /** The run has taken a step. */
    void step(Step step) {
      steps.add(step);
    }

    /** The caller knows of the last run, if there was one. */
    void end(Outcome outcome) {
      if (invoked >= 0) {
        add(new Run(invoked, clock.incrementAndGet(), outcome, List.copyOf(steps)));
        invoked = -1;
      }
    }
  }
}
